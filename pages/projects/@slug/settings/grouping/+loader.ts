import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const read = await readProject(context)
  const grouping = await context.desk.projects.settings.read(read.projectSlug, 'grouping')
  if (grouping === undefined) throw render(404)
  return { ...read, grouping }
}
