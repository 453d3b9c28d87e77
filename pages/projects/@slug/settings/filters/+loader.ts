import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const read = await readProject(context)
  const { settings } = context.desk.projects
  const [filters, counts] = await Promise.all([
    settings.read(read.projectSlug, 'filters'),
    settings.countFiltered(read.projectSlug),
  ])
  if (filters === undefined) throw render(404)
  return { ...read, filters, counts }
}
