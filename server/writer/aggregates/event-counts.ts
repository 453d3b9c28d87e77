import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Aggregate, Occurrences, StoredEvent } from './occurrences.ts'

/** Events by day of each issue, and by hour and day of each of its environments and releases and of each project. */
export function createCountsAggregate(connection: DatabaseSync): Aggregate {
  const countIssueDay = connection.prepare(`
    insert into issue_day (project_id, issue_id, day, event_count) values (?, ?, ?, ?)
    on conflict (project_id, issue_id, day) do update set event_count = issue_day.event_count + excluded.event_count`)
  const countProjectHour = connection.prepare(`
    insert into project_hour (project_id, hour, event_count) values (?, ?, ?)
    on conflict (project_id, hour) do update set event_count = project_hour.event_count + excluded.event_count`)
  const countProjectDay = connection.prepare(`
    insert into project_day (project_id, day, event_count) values (?, ?, ?)
    on conflict (project_id, day) do update set event_count = project_day.event_count + excluded.event_count`)

  const countScope = (unit: 'hour' | 'day') =>
    connection.prepare(`
    insert into issue_scope_${unit} (project_id, issue_id, ${unit}, environment, release, event_count)
    values (?, ?, ?, ?, ?, ?)
    on conflict (project_id, issue_id, ${unit}, environment, release) do update
      set event_count = issue_scope_${unit}.event_count + excluded.event_count`)
  const [countScopeHour, countScopeDay] = [countScope('hour'), countScope('day')]

  function countScopes({ projectId, issueId, events }: Occurrences): void {
    for (const { environment, release, events: ofScope } of scopesOf(events)) {
      for (const [hour, count] of countBy(ofScope, HOUR_MS)) {
        countScopeHour.run(projectId, issueId, hour, environment, release, count)
      }
      for (const [day, count] of countBy(ofScope, DAY_MS)) {
        countScopeDay.run(projectId, issueId, day, environment, release, count)
      }
    }
  }

  return (occurrences) => {
    for (const occurrence of occurrences) countScopes(occurrence)
    const byProject = Map.groupBy(occurrences, ({ projectId }) => projectId)
    for (const [projectId, ofProject] of byProject) {
      for (const { issueId, events } of ofProject) {
        for (const [day, count] of countBy(events, DAY_MS)) countIssueDay.run(projectId, issueId, day, count)
      }
      const events = ofProject.flatMap((occurrence) => occurrence.events)
      for (const [hour, count] of countBy(events, HOUR_MS)) countProjectHour.run(projectId, hour, count)
      for (const [day, count] of countBy(events, DAY_MS)) countProjectDay.run(projectId, day, count)
    }
  }
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
