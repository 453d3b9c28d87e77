import { titled } from '#renderer/page/page-title.ts'
import { title } from '#renderer/texts/account/source-maps.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ project }) => `${title} · ${project.name}`)
