import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const read = await readProject(context)
  return { ...read, keys: await context.desk.projects.settings.keys.list(read.projectSlug) }
}
