import type { LoaderContext } from '#renderer/page/loader.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'

const MONITORS_A_PAGE = 50

export async function loader({ desk, url, scope }: LoaderContext) {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const { project, isWithoutOwn, environment } = scope
  const { items, nextCursor } = await desk.monitors.list({
    project,
    isWithoutOwn,
    environment,
    cursor,
    limit: MONITORS_A_PAGE,
  })
  const scopeParameters = scopeParams(url.searchParams)
  const example = items.length === 0 ? await exampleDsn(desk, project) : ''
  return {
    monitors: items,
    example,
    ...(nextCursor !== null && { next: monitorsPath({ ...scopeParameters, cursor: nextCursor }) }),
    ...(cursor !== undefined && { first: monitorsPath(scopeParameters) }),
  }
}

/**
 * Returns the DSN of the project, or of the last one when all projects are shown. Empty when there is no
 * project.
 */
async function exampleDsn(desk: LoaderContext['desk'], project: string | undefined): Promise<string> {
  const slug = project ?? (await desk.projects.list()).findLast(({ isOwn }) => !isOwn)?.slug
  return (slug === undefined ? undefined : await desk.projects.find(slug))?.dsn ?? ''
}
