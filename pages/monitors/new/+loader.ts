import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk, url }: LoaderContext) {
  const projects = await desk.projects.list()
  // The first one is chosen, and the desk's own is meant rarely.
  const ownLast = projects.toSorted((a, b) => Number(a.isOwn ?? false) - Number(b.isOwn ?? false))
  return {
    projects: ownLast.map(({ slug, name }) => ({ slug, name })),
    chosen: url.searchParams.get('project') ?? undefined,
  }
}
