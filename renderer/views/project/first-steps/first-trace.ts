import type { PageScope } from '#renderer/scope.ts'
import type { Desk } from '#server/desk/desk.ts'
import { renderFirstSteps } from './first-steps-html.tsx'

interface TraceDesk {
  projects: Pick<Desk['projects'], 'find' | 'list'>
  traces: Pick<Desk['traces'], 'search'>
}

/**
 * Renders how to send the first trace, or null if there is one of any time and environment. Performance is
 * measured from traces, so that its first steps are the same.
 */
export async function renderFirstTrace(
  desk: TraceDesk,
  kind: 'traces' | 'performance',
  { project, isWithoutOwn, period }: PageScope,
): Promise<string | null> {
  const any = await desk.traces.search({
    ...{ projectSlug: project, isWithoutOwn, environment: undefined, start: 0, end: period.end },
    ...{ query: '', sort: undefined, cursor: undefined, limit: 1 },
  })
  const hasNone = 'traces' in any && any.traces.length === 0 && any.searchedUntil === null
  return hasNone ? renderFirstSteps(desk, kind, project) : null
}
