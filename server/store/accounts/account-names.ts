import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Whom an issue can be assigned to. */
export interface AccountName {
  id: number
  email: string
  /** Empty where none was given. */
  name: string
}

/** What others see of an account: its name, or else its address. */
export function shownName({ email, name }: Pick<AccountName, 'email' | 'name'>): string {
  return name || email
}

export function listAccountNames(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<AccountName[]> {
  return db.selectFrom('account').select(['id', 'email', 'name']).orderBy('email').execute()
}

export function findAccountName(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  id: number,
): Promise<AccountName | undefined> {
  return db.selectFrom('account').select(['id', 'email', 'name']).where('id', '=', id).executeTakeFirst()
}
