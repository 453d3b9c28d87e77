import type { Transaction } from 'kysely'
import { toActor } from '#server/models/accounts/actor.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { findAccountBySession } from '#server/store/accounts/account-sessions.ts'
import { listRecentFailures, recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { hashSecret } from './secrets.ts'
import { networksOf } from './throttle/networks.ts'

/** Records who signed in, in the transaction that begins the session. */
export async function recordSignIn(
  trx: Transaction<Database>,
  account: { id: number; email: string },
  { ip, now, provider }: { ip: string; now: number; provider?: string | undefined },
): Promise<void> {
  const entry = { at: now, action: 'session.start', target: account.email } as const // one of the actions
  await recordAudit(trx, { ...toActor(account, ip), ...entry, ...(provider && { details: { provider } }) })
}

/** Records who signs out, before the session is deleted. */
export async function recordSignOut(
  trx: Transaction<Database>,
  { cookie, ip, now }: { cookie: string | undefined; ip: string; now: number },
): Promise<void> {
  const session = cookie === undefined ? undefined : await findAccountBySession(trx, hashSecret(cookie), now)
  if (session === undefined) return
  const { account } = session
  await recordAudit(trx, { ...toActor(account, ip), at: now, action: 'session.stop', target: account.email })
}

/** At most so many failures of a minute are recorded, of all the networks that there are. */
const MOST_A_MINUTE = 10

/**
 * Records that a sign-in failed: once a minute for each network that it may come from, and ten times for all of them.
 * Otherwise strangers could fill the disk with entries that nothing deletes.
 */
export async function recordFailedSignIn(
  store: Store,
  { email, ip, now }: { email: string; ip: string; now: number },
): Promise<void> {
  const recent = await listRecentFailures(store.db, now - MINUTE_MS, MOST_A_MINUTE)
  const { near } = networksOf(ip)
  if (recent.length >= MOST_A_MINUTE || recent.some((each) => networksOf(each).near === near)) return
  const entry = { accountId: null, actor: 'nobody', ip, at: now, target: email }
  await store.write((trx) => recordAudit(trx, { ...entry, action: 'session.fail' }))
}
