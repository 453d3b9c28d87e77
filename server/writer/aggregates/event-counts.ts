import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import { put, type Steps } from '#server/store/rows/steps.ts'
import type { RowOf } from '#server/store/rows/table.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Occurrences, StoredEvent } from './delta.ts'

/** Events by hour and day: of each issue, of each of its environments and releases, and of each project. */
export function* countEvents(occurrences: readonly Occurrences[]): Steps {
  yield* countScopes(occurrences)
  yield* countIssues(occurrences)
  yield* countProjects(occurrences)
}

function* countScopes(occurrences: readonly Occurrences[]): Steps {
  const hours: RowOf<typeof COUNTED.issue_scope_hour>[] = []
  const days: RowOf<typeof COUNTED.issue_scope_day>[] = []
  for (const { projectId, issueId, events } of occurrences) {
    for (const { environment, release, events: ofScope } of scopesOf(events)) {
      for (const [hour, event_count] of countBy(ofScope, HOUR_MS)) {
        hours.push({ project_id: projectId, issue_id: issueId, hour, environment, release, event_count })
      }
      for (const [day, event_count] of countBy(ofScope, DAY_MS)) {
        days.push({ project_id: projectId, issue_id: issueId, day, environment, release, event_count })
      }
    }
  }
  yield* put(COUNTED.issue_scope_hour, hours)
  yield* put(COUNTED.issue_scope_day, days)
}

function* countIssues(occurrences: readonly Occurrences[]): Steps {
  const hours: RowOf<typeof COUNTED.issue_hour>[] = []
  const days: RowOf<typeof COUNTED.issue_day>[] = []
  for (const { projectId, issueId, events } of occurrences) {
    for (const [hour, event_count] of countBy(events, HOUR_MS)) {
      hours.push({ project_id: projectId, issue_id: issueId, hour, event_count })
    }
    for (const [day, event_count] of countBy(events, DAY_MS)) {
      days.push({ project_id: projectId, issue_id: issueId, day, event_count })
    }
  }
  yield* put(COUNTED.issue_hour, hours)
  yield* put(COUNTED.issue_day, days)
}

function* countProjects(occurrences: readonly Occurrences[]): Steps {
  const hours: RowOf<typeof COUNTED.project_hour>[] = []
  const days: RowOf<typeof COUNTED.project_day>[] = []
  for (const [project_id, ofProject] of Map.groupBy(occurrences, ({ projectId }) => projectId)) {
    const events = ofProject.flatMap((occurrence) => occurrence.events)
    for (const [hour, event_count] of countBy(events, HOUR_MS)) hours.push({ project_id, hour, event_count })
    for (const [day, event_count] of countBy(events, DAY_MS)) days.push({ project_id, day, event_count })
  }
  yield* put(COUNTED.project_hour, hours)
  yield* put(COUNTED.project_day, days)
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

function countBy(events: readonly StoredEvent[], spanMs: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { receivedAt } of events) {
    const span = Math.floor(receivedAt / spanMs)
    counts.set(span, (counts.get(span) ?? 0) + 1)
  }
  return counts
}
