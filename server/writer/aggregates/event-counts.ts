import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Aggregate, StoredEvent } from './occurrences.ts'

/** Events by day of each issue, and by hour and day of each project. */
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

  return (occurrences) => {
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

function countBy(events: readonly StoredEvent[], spanMs: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { receivedAt } of events) {
    const span = Math.floor(receivedAt / spanMs)
    counts.set(span, (counts.get(span) ?? 0) + 1)
  }
  return counts
}
