import type { Kysely } from 'kysely'
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPlace,
  parseAuditAction,
} from '#server/models/accounts/audit.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { contains } from '#server/store/words.ts'

interface AuditSlice {
  entries: AuditEntry[]
  /** Where the next slice begins; null where nothing older is left. */
  next: AuditPlace | null
}

/** A search looks at so many entries at a time: one that finds nothing must not read the whole log at once. */
const MOST_EXAMINED = 10_000

/** Lists entries, newest first. A slice may have fewer than `limit`, or none, although there are older ones. */
export async function listAudit(
  db: Kysely<Database>,
  filter: AuditFilter,
  { before, limit }: { before?: AuditPlace | undefined; limit: number },
): Promise<AuditSlice> {
  const { text = '', from, before: end } = filter
  const action = parseAuditAction(filter.action ?? '')
  let all = db.selectFrom('audit_entry').orderBy('at', 'desc').orderBy('id', 'desc')
  if (from !== undefined) all = all.where('at', '>=', from)
  if (end !== undefined) all = all.where('at', '<', end)
  if (before) {
    const { at, id } = before
    // The first condition is what the index begins with.
    all = all.where('at', '<=', at).where((eb) => eb.or([eb('at', '<', at), eb('id', '<', id)]))
  }
  const examined = all.selectAll().limit(MOST_EXAMINED).as('entry')
  let found = db
    .selectFrom(examined)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (action) found = found.where('action', '=', action)
  if (text !== '') {
    found = found.where((eb) =>
      eb.or((['actor', 'target', 'ip'] as const).map((name) => contains(eb.ref(name), text))),
    )
  }
  const rows = await found.execute()
  const entries = rows.slice(0, limit).map(({ account_id, details, ...row }) => ({
    ...row,
    accountId: account_id,
    details: JSON.parse(details) as AuditEntry['details'], // an object, which recordAudit() wrote
  }))
  if (rows.length > limit) return { entries, next: entries.at(-1) ?? null }
  const last = await all
    .select(['at', 'id'])
    .limit(1)
    .offset(MOST_EXAMINED - 1)
    .executeTakeFirst()
  return { entries, next: last ?? null }
}
