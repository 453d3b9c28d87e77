import type { Moment } from '#server/alerts/decide/collect-flows.ts'
import { tell } from '#server/alerts/decide/tell.ts'
import { ofMonitor } from '#server/alerts/occurrences/monitor.ts'
import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  type MonitorLook,
  readMonitorLook,
  saveMonitorLook,
  saveToldMonitor,
} from '#server/store/records/monitors/told-monitors.ts'
import { findChanges } from './find-changes.ts'

/** Of several processes, one looks in this time. */
const LOOK_EVERY_MS = MINUTE_MS - SECOND_MS
/** After a longer pause between two looks, no process was there: a restart takes less. */
const AWAY_AFTER_MS = 5 * MINUTE_MS

/**
 * Tells of monitors that fail or recovered, by rules and once for each change. What is read is read before the transaction: it may be
 * much, and the transaction is nobody's who comes second.
 */
export async function lookAtMonitors(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  { publicUrl, ...options }: Moment & { publicUrl: string },
): Promise<void> {
  const { now } = options
  const before = await readMonitorLook(store.db)
  if (before !== undefined && Math.abs(now - before.lookedAt) < LOOK_EVERY_MS) return
  const away = awayOf(before, now)
  const changes = await findChanges(store.db, { now, away })
  await store.writeInTurn(async (trx) => {
    if (!(await saveMonitorLook(trx, before, { lookedAt: now, ...away }))) return
    const news = changes
      .filter(({ isNews }) => isNews)
      .map((change) => ofMonitor(change, change.verdict, publicUrl))
    const told = await tell(trx, news, options)
    for (const { projectId, monitorId, environment, verdict } of changes) {
      const isTold = told.has(`monitor:${monitorId}:${environment}`)
      const state = !verdict.isFailing ? 'ok' : isTold ? 'failed' : 'silent'
      await saveToldMonitor(trx, { projectId, monitorId, environment, state }, now)
    }
  }, 'alerts')
}

/** What came before the first look of all is history: whoever updates the desk is not told of it. */
function awayOf(before: MonitorLook | undefined, now: number) {
  if (before === undefined) return { awayFrom: 0, awayUntil: now }
  const { lookedAt, awayFrom, awayUntil } = before
  if (now - lookedAt > AWAY_AFTER_MS) return { awayFrom: lookedAt, awayUntil: now }
  return { awayFrom, awayUntil: Math.min(awayUntil, now) } // a clock that was set back has not been there yet
}
