import type { LoaderContext } from '#renderer/page/loader.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import { findApplication } from '#renderer/views/project/first-steps/first-steps-html.tsx'

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
  const checks = cursor === undefined ? await desk.uptime.list({ project, isWithoutOwn }) : []
  const scopeParameters = scopeParams(url.searchParams)
  const example = items.length === 0 ? ((await findApplication(desk, project))?.dsn ?? '') : ''
  return {
    monitors: items,
    checks,
    project,
    example,
    ...(nextCursor !== null && { next: monitorsPath({ ...scopeParameters, cursor: nextCursor }) }),
    ...(cursor !== undefined && { first: monitorsPath(scopeParameters) }),
  }
}
