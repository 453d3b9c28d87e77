import type { Happening } from '#server/models/alerts/happenings.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo } from '#server/store/rows/table.ts'
import type { Occurrences, StoredEvent } from '#server/writer/aggregates/delta.ts'

const HAPPENINGS = appendedTo('happening')([
  ...(['project_id', 'issue_id', 'kind', 'environment', 'at', 'due_at'] as const),
])

/**
 * Where a project uploads source maps, those of a release that was just deployed may be on their way: until then, an issue has
 * no name that anybody could read.
 */
const LONGEST_WAIT_MS = MINUTE_MS

const USES_MAPS = queryOf({ project_id: 'integer' })<{ found: number }>(`
  select 1 as found from artifact where project_id = :project_id limit 1`)

/** Notes new issues, for the rules that tell somebody of them. */
export function* noteNewIssues(occurrences: readonly Occurrences[]): Steps {
  const fresh = occurrences.filter(({ isNew }) => isNew)
  const mapped = yield* findMapped(fresh)
  yield* insert(
    HAPPENINGS,
    fresh.flatMap((one) =>
      one.events
        .slice(0, 1)
        .map((first) => rowOf(one, 'new', { cause: first, isMapped: mapped.has(one.projectId) })),
    ),
  )
}

/** Notes that an event opened an issue again. */
export function* noteReopened(issue: Occurrences, kind: Happening, cause: StoredEvent): Steps {
  yield* insert(HAPPENINGS, [rowOf(issue, kind, { cause, isMapped: false })]) // it has its name since it is there
}

/** Finds the projects that upload source maps, of those whose issues wait for some. */
function* findMapped(fresh: readonly Occurrences[]): Steps<Set<number>> {
  const waiting = fresh.filter(
    ({ events: [first] }) => first !== undefined && first.event.waitingFor.length > 0,
  )
  const projectIds = [...new Set(waiting.map(({ projectId }) => projectId))]
  const found = yield* ask(
    USES_MAPS,
    projectIds.map((project_id) => ({ project_id })),
  )
  return new Set(projectIds.filter((_id, place) => (found[place]?.length ?? 0) > 0))
}

function rowOf(
  { projectId, issueId }: Occurrences,
  kind: Happening,
  { cause: { event, receivedAt }, isMapped }: { cause: StoredEvent; isMapped: boolean },
) {
  const isWaiting = isMapped && event.waitingFor.length > 0
  const due_at = isWaiting ? receivedAt + LONGEST_WAIT_MS : receivedAt
  const { environment } = event
  return { project_id: projectId, issue_id: issueId, kind, environment, at: receivedAt, due_at }
}
