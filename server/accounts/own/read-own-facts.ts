import type { OwnFacts } from '#server/models/accounts/own.ts'
import { listOpenLinks } from '#server/store/accounts/account-links.ts'
import { idOfSession, listSessions } from '#server/store/accounts/account-sessions.ts'
import { listIdentities } from '#server/store/accounts/identities.ts'
import { findOwnAccount } from '#server/store/accounts/own-account.ts'
import type { Store } from '#server/store/engine/store.ts'
import { deviceName } from './device-name.ts'

/** Reads what an account sees of itself; `session` is the hash of the session that asks. */
export async function readOwnFacts(
  { db }: Store,
  { id, session, now, confirmsByMail }: { id: number; session: string; now: number; confirmsByMail: boolean },
): Promise<OwnFacts> {
  const account = await findOwnAccount(db, id)
  if (account === undefined) throw new Error(`Cannot read account ${id}: it no longer exists`)
  const sessions = await listSessions(db, { accountId: id, now })
  const asked = (await listOpenLinks(db, { kind: 'email', now })).find(({ accountId }) => accountId === id)
  const identities = await listIdentities(db, id)
  const thisId = idOfSession(session)
  const { email, name, role } = account
  return {
    email,
    name,
    role,
    confirmsByMail,
    asked: asked ? { email: asked.email, expiresAt: asked.expiresAt } : null,
    identities: identities.map(({ issuer, createdAt }) => ({ issuer, createdAt })),
    sessions: sessions
      .map(({ id, userAgent, ip, createdAt, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        ip,
        startedAt: createdAt,
        lastUsedAt: lastUsedAt ?? createdAt,
        isThis: id === thisId,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastUsedAt - a.lastUsedAt),
  }
}
