import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewAuditEntry extends Actor {
  /** Milliseconds since the epoch. */
  at: number
  action: AuditAction
  /** The name of what it was done to, as it was then: an address, a slug, a token's name. */
  target: string
  /** What else matters, small and without secrets. */
  details?: Readonly<Record<string, AuditDetail>>
}

type AuditDetail = string | number | boolean | null | readonly string[]

const LONGEST_NAME = 300

/**
 * Adds an entry to the audit log, in the transaction that does what it says, so that there is never one without the
 * other. Nothing changes an entry: triggers refuse it, and also that anyone deletes one before 400 days.
 */
export async function recordAudit(
  trx: Transaction<Database>,
  { at, accountId, actor, ip, action, target, details = {} }: NewAuditEntry,
): Promise<void> {
  await insertEntry(trx, {
    ...{ at, ip, action, account_id: accountId },
    ...{ actor: nameIn(actor), target: nameIn(target), details: JSON.stringify(details) },
  })
}

const insertEntry = prepareQuery((db, entry: Omit<Insertable<Database['audit_entry']>, 'id'>) =>
  db.insertInto('audit_entry').values({
    at: entry.at,
    account_id: entry.account_id,
    actor: entry.actor,
    ip: entry.ip,
    action: entry.action,
    target: entry.target,
    details: entry.details,
  }),
)

/** Lists from where sign-ins failed since a time, at most `limit`. */
export async function listRecentFailures(
  db: Kysely<Database>,
  since: number,
  limit: number,
): Promise<string[]> {
  const rows = await selectFailures(db, { since, limit })
  return rows.map(({ ip }) => ip ?? '')
}

const selectFailures = prepareQuery((db, { since, limit }: { since: number; limit: number }) =>
  db
    .selectFrom('audit_entry')
    .select('ip')
    .where('at', '>', since)
    .where('action', '=', 'session.fail' satisfies AuditAction)
    .limit(limit),
)

/** PostgreSQL takes no NUL in a text. */
function nameIn(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, LONGEST_NAME)
}
