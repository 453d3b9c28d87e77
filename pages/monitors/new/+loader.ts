import { ownLast } from '#renderer/layout/own-last.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, url }: LoaderContext) {
  const projects = await desk.projects.list()
  return {
    projects: ownLast(projects).map(({ slug, name }) => ({ slug, name })),
    chosen: url.searchParams.get('project') ?? undefined,
  }
}
