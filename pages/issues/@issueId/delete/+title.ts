import { titled } from '#renderer/page/page-title.ts'
import { title } from '#renderer/texts/issues/delete-issue.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ shortId }) => title(shortId))
