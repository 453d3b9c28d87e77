import * as v from 'valibot'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { evictEvents } from '#server/store/maintenance/evict-events.ts'
import { expireHours } from '#server/store/maintenance/expire-hours.ts'
import { expireMonitors } from '#server/store/maintenance/expire-monitors.ts'
import { expireRows, FIRST_ROW } from '#server/store/maintenance/expire-rows.ts'
import { expireWaitingStacks } from '#server/store/maintenance/expire-waiting-stacks.ts'
import type { Deletion, Portions } from '#server/store/maintenance/slice.ts'
import { listEventChanges } from '#server/store/postgres/storage-changes.ts'
import { listRetention } from '#server/store/projects/project-retention.ts'
import type { Steps } from '#server/store/rows/steps.ts'
import type { Job, JobSlice } from './job.ts'

/** A step is a round trip, so each handles more rows than on SQLite. */
const PORTIONS: Portions = { rows: 200, events: 64, owners: 200 }

/** The same schedule as with SQLite: limits are checked every minute, and age every half hour. */
const OFTEN = { everyMs: MINUTE_MS, pauseMs: 80 }
const SELDOM = { everyMs: 30 * MINUTE_MS, pauseMs: 80 }

const placeSchema = v.object({ table: v.number(), seen: v.number(), youngInARow: v.number() })

/** The jobs that delete data. `retentionDays` holds for projects without a number of their own. */
export function createRetentionJobs(retentionDays: number | undefined): Job[] {
  const run = ({ runSteps, now, hasTime }: JobSlice, deletion: Deletion) =>
    runSteps(deleteSome(deletion, { retentionDays, now, hasTime }))
  return [
    {
      ...{ name: 'evict events', ...OFTEN },
      async run(slice) {
        const changes = await listEventChanges(slice.client)
        return run(slice, (each) => evictEvents({ ...each, changes }))
      },
    },
    {
      ...{ name: 'expire rows', ...SELDOM },
      async run(slice) {
        const kept = v.safeParse(placeSchema, slice.state)
        const place = kept.success ? kept.output : { ...FIRST_ROW }
        const hasMore = await run(slice, (each) => expireRows(place, each))
        slice.keep(place)
        return hasMore
      },
    },
    {
      ...{ name: 'expire hours', ...SELDOM },
      run: (slice) => run(slice, (each) => expireHours(retentionDays, each)),
    },
    { ...{ name: 'expire monitors', ...SELDOM }, run: (slice) => run(slice, expireMonitors) },
    { ...{ name: 'expire waiting stacks', ...SELDOM }, run: (slice) => run(slice, expireWaitingStacks) },
  ]
}

function* deleteSome(
  deletion: Deletion,
  { retentionDays, now, hasTime }: Pick<JobSlice, 'now' | 'hasTime'> & { retentionDays: number | undefined },
): Steps<boolean> {
  const retention = yield* listRetention(retentionDays)
  return yield* deletion({ now, retention, hasTime, portions: PORTIONS })
}
