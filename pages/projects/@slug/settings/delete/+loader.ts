import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const { desk } = context
  const read = await readProject(context)
  const [contents, stored] = await Promise.all([
    desk.projects.settings.countContents(read.projectSlug),
    desk.usage.listStorage(read.projectSlug),
  ])
  return { ...read, contents, sizeBytes: stored.reduce((sum, { bytes }) => sum + bytes, 0) }
}
