import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Whom an issue can be assigned to. */
export interface AccountName {
  id: number
  email: string
}

export function listAccountNames(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<AccountName[]> {
  return db.selectFrom('account').select(['id', 'email']).orderBy('email').execute()
}

export function findAccountName(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  id: number,
): Promise<AccountName | undefined> {
  return db.selectFrom('account').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
}
