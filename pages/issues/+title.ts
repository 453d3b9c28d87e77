import { titled } from '#renderer/page/page-title.ts'
import { issues, issuesIn } from '#renderer/texts/frame/places.ts'
import type { loader } from './+loader.ts'

export default titled<typeof loader>(({ projectSlug }) =>
  projectSlug === null ? issues : issuesIn + projectSlug,
)
