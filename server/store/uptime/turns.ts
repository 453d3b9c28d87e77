import type { Kysely, Transaction } from 'kysely'
import type { CheckState, CheckTarget } from '#server/models/uptime/checks.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A check that this process asks now: no other one does, until the turn ends. */
export interface CheckTurn {
  id: number
  projectId: number
  name: string
  target: CheckTarget
  state: CheckState
  suspectedAt: number | null
  everyMinutes: number
  phaseMs: number
  certificateTold: number | null
  leasedUntil: number
}

function selectDue(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('uptime_check')
    .where('is_paused', '=', 0)
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
}

export async function isAnyCheckDue(db: Kysely<Database>, now: number): Promise<boolean> {
  return (await selectDue(db, now).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Takes checks that are due, those that wait longest first, if `mayTake` lets them. */
export async function leaseChecks(
  trx: Transaction<Database>,
  { now, until, mayTake }: { now: number; until: number; mayTake: (url: string) => boolean },
): Promise<CheckTurn[]> {
  const due = await selectDue(trx, now)
    .select(['id', 'project_id as projectId', 'name', 'url', 'method', 'headers', 'body', 'expects'])
    .select(['contains', 'lacks', 'timeout_ms as timeoutMs', 'state', 'suspected_at as suspectedAt'])
    .select(['every_minutes as everyMinutes', 'phase_ms as phaseMs', 'certificate_told as certificateTold'])
    .orderBy('next_at')
    .orderBy('id')
    .execute()
  const taken = due.filter(({ url }) => mayTake(url))
  for (const { id } of taken) {
    await trx.updateTable('uptime_check').set({ leased_until: until }).where('id', '=', id).execute()
  }
  return taken.map(({ url, method, headers, body, expects, contains, lacks, timeoutMs, ...rest }) => {
    const named = JSON.parse(headers) as [string, string][] // written by insertCheck
    const target = { url, method, headers: named, body, expects, contains, lacks, timeoutMs }
    return { ...rest, target, leasedUntil: until }
  })
}

export interface EndedTurn {
  checkedAt: number
  nextAt: number
  suspectedAt: number | null
  certificateEndsAt: number | null
  certificateTold: number | null
  /** Undefined where it stays as it is. */
  change: { state: CheckState; since: number } | undefined
}

/** Ends a turn. False where it is no longer that turn: the check was changed, or another process took it. */
export async function endTurn(
  trx: Transaction<Database>,
  { id, leasedUntil }: Pick<CheckTurn, 'id' | 'leasedUntil'>,
  { checkedAt, nextAt, suspectedAt, certificateEndsAt, certificateTold, change }: EndedTurn,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('uptime_check')
    .set({
      leased_until: null,
      checked_at: checkedAt,
      next_at: nextAt,
      suspected_at: suspectedAt,
      certificate_ends_at: certificateEndsAt,
      certificate_told: certificateTold,
      ...(change && { state: change.state, state_since: change.since }),
    })
    .where('id', '=', id)
    .where('leased_until', '=', leasedUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
