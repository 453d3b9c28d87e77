import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const read = await readProject(context)
  const ownership = await context.desk.ownership.find(read.projectSlug)
  if (ownership === undefined) throw render(404)
  return { ...read, ownership }
}
