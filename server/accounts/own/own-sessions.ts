import type { Actor } from '#server/models/accounts/actor.ts'
import { deleteSessionById } from '#server/store/accounts/account-sessions.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { deleteOtherSessions } from '#server/store/accounts/own-account.ts'
import type { Store } from '#server/store/engine/store.ts'

/** Ending one's own sessions. */
export interface OwnSessions {
  /** False if there is no such session of this account. */
  endSession(id: string): Promise<boolean>
  /** Returns how many were ended. */
  endOtherSessions(): Promise<number>
}

interface OwnSessionsOptions {
  store: Store
  clock: () => number
  by: Actor
  /** The account. */
  id: number
  /** The hash of the session that asks. */
  session: string
}

export function createOwnSessions({
  store,
  clock,
  by,
  id: accountId,
  session,
}: OwnSessionsOptions): OwnSessions {
  const target = by.actor
  return {
    endSession: (id) =>
      store.write(async (trx) => {
        if (!(await deleteSessionById(trx, { id, accountId }))) return false
        await recordAudit(trx, { ...by, at: clock(), action: 'session.end', target, details: { id } })
        return true
      }),
    endOtherSessions: () =>
      store.write(async (trx) => {
        const endedSessions = await deleteOtherSessions(trx, { accountId, keep: session })
        const details = { endedSessions }
        if (endedSessions > 0)
          await recordAudit(trx, { ...by, at: clock(), action: 'session.end', target, details })
        return endedSessions
      }),
  }
}
