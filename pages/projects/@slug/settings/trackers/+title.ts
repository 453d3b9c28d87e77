import { titled } from '#renderer/page/page-title.ts'
import { parts, titleOf } from '#renderer/texts/settings/project-settings.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ project }) => `${parts.trackers} · ${titleOf(project.name)}`)
