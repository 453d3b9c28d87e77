import type { LoaderContext } from '#renderer/page/loader.ts'
import { readProject } from '../read-project.ts'

export async function loader(context: LoaderContext) {
  const { desk, url } = context
  const read = await readProject(context)
  const kinds = desk.trackers.listKinds()
  const asked = url.searchParams.get('kind')
  return {
    ...read,
    kinds,
    chosen: kinds.find(({ kind }) => kind === asked) ?? kinds[0] ?? null,
    trackers: await desk.trackers.list(read.projectSlug),
  }
}
