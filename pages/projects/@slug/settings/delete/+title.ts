import { titled } from '#renderer/page/page-title.ts'
import { removal } from '#renderer/texts/settings/project-settings.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ project }) => removal.title(project.name))
