import { titled } from '#renderer/page/page-title.ts'
import { title } from '#renderer/texts/issues/users.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ issue }) => `${title} · ${issue.shortId}`)
