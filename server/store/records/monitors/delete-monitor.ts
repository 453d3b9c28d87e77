import type { Store } from '#server/store/engine/store.ts'
import { findMonitorRow } from '#server/store/records/read/check-ins.ts'

/** A monitor of every minute has a hundred thousand in ninety days: each transaction is a short one. */
const CHECK_INS_AT_ONCE = 500

/** Deletes a monitor with its check-ins; false when the project has no such monitor. */
export async function deleteMonitor(store: Store, projectId: number, slug: string): Promise<boolean> {
  const monitor = await findMonitorRow(store.db, projectId, slug)
  if (!monitor) return false
  for (let isMore = true; isMore; ) {
    isMore = await store.write(async (trx) => {
      const some = trx
        .selectFrom('check_in')
        .select('id')
        .where('monitor_id', '=', monitor.id)
        .limit(CHECK_INS_AT_ONCE)
      const { numDeletedRows } = await trx
        .deleteFrom('check_in')
        .where('id', 'in', some)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === BigInt(CHECK_INS_AT_ONCE)) return true
      await trx.deleteFrom('monitor').where('id', '=', monitor.id).execute()
      return false
    })
  }
  return true
}
