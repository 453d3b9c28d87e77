import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { keptScope, readScope } from '#renderer/scope.ts'

const MONITORS_A_PAGE = 50

export async function loader({ desk, url, now }: LoaderContext) {
  const { scope } = readScope(url.searchParams, now)
  const projects = await desk.projects.list()
  if (scope.project !== undefined && projects.every(({ slug }) => slug !== scope.project)) throw render(404)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { project, environment } = scope
  const { items, nextCursor } = await desk.monitors.list({
    project,
    environment,
    cursor,
    limit: MONITORS_A_PAGE,
  })
  const kept = keptScope(url.searchParams)
  const example = items.length === 0 ? await exampleDsn(desk, project ?? projects.at(-1)?.slug) : ''
  return {
    monitors: items,
    example,
    ...(nextCursor !== null && { next: monitorsPath({ ...kept, cursor: nextCursor }) }),
    ...(cursor !== undefined && { first: monitorsPath(kept) }),
  }
}

async function exampleDsn(desk: LoaderContext['desk'], slug: string | undefined): Promise<string> {
  return (slug === undefined ? undefined : await desk.projects.find(slug))?.dsn ?? ''
}
