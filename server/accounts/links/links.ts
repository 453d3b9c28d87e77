import type { Transaction } from 'kysely'
import { hashSecret, newSecret, type Random } from '#server/accounts/secrets.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { LinkKind, OpenedLink } from '#server/models/accounts/links.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { findLink, insertLink, type LinkRow, type NewLink } from '#server/store/accounts/account-links.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An address change takes as long as an invitation: an admin has to see it. */
const LIFETIME_MS: Record<LinkKind, number> = { invitation: 7 * DAY_MS, reset: DAY_MS, email: 7 * DAY_MS }

/** Who makes links and takes them back. */
export interface LinkIssuer {
  store: Store
  clock: () => number
  random: Random
  /** The desk's address, which links begin with. */
  publicUrl: string
  /** Whom the audit log names. */
  by: Actor
  /** A command may do what an owner may. */
  role: Role
}

/** `field` is the form's field that the refusal is about. */
export interface LinkRefusal {
  refusal: string
  field?: string
}

/** Adds a link and returns its secret, which is not stored. */
export async function addLink(
  trx: Transaction<Database>,
  { clock, random, by }: Pick<LinkIssuer, 'clock' | 'random' | 'by'>,
  link: Pick<NewLink, 'kind' | 'accountId' | 'email' | 'role' | 'teamIds'>,
): Promise<{ token: string; expiresAt: number }> {
  const token = newSecret(random)
  const now = clock()
  const expiresAt = now + LIFETIME_MS[link.kind]
  const row = { ...link, tokenHash: hashSecret(token), createdBy: by.accountId, createdAt: now, expiresAt }
  await insertLink(trx, row)
  return { token, expiresAt }
}

/** Says what a link opens now. */
export async function readLink(
  store: Store,
  { kind, token, now }: { kind: LinkKind; token: string; now: number },
): Promise<OpenedLink> {
  const link = await findLink(store.db, { kind, tokenHash: hashSecret(token) })
  if (link === undefined) return { state: 'unknown' }
  const state = stateOf(link, now)
  return state === 'open'
    ? { state, email: link.of?.email ?? link.email, expiresAt: link.expiresAt }
    : { state }
}

/** A link is worth nothing once whoever made it may not make it any more. People make links for themselves by mail alone. */
export function stateOf(link: LinkRow, now: number): OpenedLink['state'] {
  const { ended, expiresAt, maker, of, role, accountId, createdBy } = link
  if (ended !== null) return ended
  if (expiresAt <= now) return 'expired'
  const isOwn = accountId !== null && createdBy === accountId
  if (maker !== null && !isOwn) {
    if (maker.disabledAt !== null || !mayLetIn(maker.role, of?.role ?? role ?? 'viewer')) return 'revoked'
  }
  return of !== null && of.disabledAt !== null ? 'revoked' : 'open'
}

/** An admin lets in whoever may do no more than an admin. */
export function mayLetIn(role: Role, other: Role): boolean {
  return mayActAs(role, 'admin') && mayActAs(role, other)
}
