import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { put, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Occurrences, StoredEvent } from './occurrences.ts'

/** Events by hour and day: of each issue, of each of its environments and releases, and of each project. */
export function* countEvents(occurrences: readonly Occurrences[]): Steps {
  const scopes = occurrences.flatMap(({ projectId, issueId, events }) =>
    scopesOf(events).map(({ environment, release, events: ofScope }) => ({
      scope: { project_id: projectId, issue_id: issueId, environment, release },
      ofScope,
    })),
  )
  yield* put(
    COUNTED.issue_scope_hour,
    scopes.flatMap(({ scope, ofScope }) => byHour(ofScope).map((counted) => ({ ...scope, ...counted }))),
  )
  yield* put(
    COUNTED.issue_scope_day,
    scopes.flatMap(({ scope, ofScope }) => byDay(ofScope).map((counted) => ({ ...scope, ...counted }))),
  )
  yield* countIssues(occurrences)
  yield* countProjects(occurrences)
}

function* countIssues(occurrences: readonly Occurrences[]): Steps {
  const issues = occurrences.map(({ projectId, issueId, events }) => ({
    issue: { project_id: projectId, issue_id: issueId },
    events,
  }))
  yield* put(
    COUNTED.issue_hour,
    issues.flatMap(({ issue, events }) => byHour(events).map((counted) => ({ ...issue, ...counted }))),
  )
  yield* put(
    COUNTED.issue_day,
    issues.flatMap(({ issue, events }) => byDay(events).map((counted) => ({ ...issue, ...counted }))),
  )
}

function* countProjects(occurrences: readonly Occurrences[]): Steps {
  const byProject = Map.groupBy(occurrences, ({ projectId }) => projectId)
  const projects = Array.from(byProject, ([project_id, ofProject]) => ({
    project_id,
    events: ofProject.flatMap(({ events }) => events),
  }))
  yield* put(
    COUNTED.project_hour,
    projects.flatMap(({ project_id, events }) =>
      byHour(events).map((counted) => ({ project_id, ...counted })),
    ),
  )
  yield* put(
    COUNTED.project_day,
    projects.flatMap(({ project_id, events }) =>
      byDay(events).map((counted) => ({ project_id, ...counted })),
    ),
  )
}

interface ScopedEvents {
  environment: string
  release: string
  events: StoredEvent[]
}

/** Most batches have one scope of an issue. */
export function scopesOf(events: readonly StoredEvent[]): ScopedEvents[] {
  const scopes: ScopedEvents[] = []
  const byName = new Map<string, ScopedEvents>()
  for (const stored of events) {
    const [environment, release] = [stored.event.environment ?? '', stored.event.release ?? '']
    const name = `${environment}\n${release}`
    let scope = byName.get(name)
    if (scope === undefined) {
      scope = { environment, release, events: [] }
      byName.set(name, scope)
      scopes.push(scope)
    }
    scope.events.push(stored)
  }
  return scopes
}

function byHour(events: readonly StoredEvent[]) {
  return Array.from(countBy(events, HOUR_MS), ([hour, event_count]) => ({ hour, event_count }))
}

function byDay(events: readonly StoredEvent[]) {
  return Array.from(countBy(events, DAY_MS), ([day, event_count]) => ({ day, event_count }))
}

function countBy(events: readonly StoredEvent[], spanMs: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { receivedAt } of events) {
    const span = Math.floor(receivedAt / spanMs)
    counts.set(span, (counts.get(span) ?? 0) + 1)
  }
  return counts
}
