import type { Kysely } from 'kysely'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import type { RuleHappening } from '#server/models/alerts/rules.ts'
import { changesOf } from '#server/monitors/changes.ts'
import { reportMonitor } from '#server/monitors/monitor-state.ts'
import { listPastIncidents } from '#server/store/alerts/occurrences/past-incidents.ts'
import { listCheckInRows, listMonitorRows } from '#server/store/records/read/check-ins.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { ofCheck } from './check.ts'
import { ofMonitor } from './monitor.ts'

export type PastOccurrence = Occurrence & { at: number }

/** Those whose times the desk keeps. */
type KeptHappening = Extract<
  RuleHappening,
  'monitor-failed' | 'monitor-recovered' | 'uptime-failed' | 'uptime-recovered'
>

/** Of a monitor that runs each minute, these are the last 33 hours. */
const MOST_CHECK_INS = 2_000
const MOST_MONITORS = 500

/** What happened since a time, the oldest first. Links are paths of the desk. */
export async function listPastOccurrences(
  db: Kysely<Database>,
  happening: KeptHappening,
  { since, now }: { since: number; now: number },
): Promise<PastOccurrence[]> {
  switch (happening) {
    case 'monitor-failed':
    case 'monitor-recovered':
      return listMonitorChanges(db, { isFailing: happening === 'monitor-failed', since, now })
    case 'uptime-failed':
    case 'uptime-recovered': {
      const isDown = happening === 'uptime-failed'
      const rows = await listPastIncidents(db, since, isDown ? 'began_at' : 'ended_at')
      return rows.map(({ at, reason, projectSlug, ...check }) => {
        const news = isDown ? { kind: 'down' as const, reason } : { kind: 'up' as const }
        return { ...ofCheck(check, news, { projectSlug, publicUrl: '', now: at }), at }
      })
    }
  }
}

async function listMonitorChanges(
  db: Kysely<Database>,
  { isFailing, since, now }: { isFailing: boolean; since: number; now: number },
): Promise<PastOccurrence[]> {
  const past: PastOccurrence[] = []
  const monitors = await listMonitorRows(db, {
    projectSlug: undefined,
    after: undefined,
    limit: MOST_MONITORS,
  })
  for (const { id: monitorId, slug, projectId, projectSlug, config } of monitors) {
    const rows = await listCheckInRows(db, monitorId, { limit: MOST_CHECK_INS })
    for (const [environment, own] of Map.groupBy(rows, (row) => row.environment)) {
      const known = own.map(({ id, timestamp: time, status, durationMs }) => ({
        ...{ id, time, status, durationMs },
      }))
      const { runs } = reportMonitor(known, { config, now, limit: 2 * MOST_CHECK_INS })
      const monitor = { projectId, projectSlug, monitorId, slug, environment }
      for (const { at, ...verdict } of changesOf(runs, config)) {
        if (at <= since || at > now || verdict.isFailing !== isFailing) continue
        past.push({ ...ofMonitor(monitor, verdict, ''), at })
      }
    }
  }
  return past.toSorted((one, other) => one.at - other.at)
}
