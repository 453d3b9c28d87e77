import { type AccountName, listAccountNames } from '#server/store/accounts/account-names.ts'
import type { Store } from '#server/store/engine/store.ts'

export interface DeskAccounts {
  /** Lists all accounts, to assign issues to. */
  list(): Promise<AccountName[]>
}

export function createDeskAccounts({ db }: Store): DeskAccounts {
  return { list: () => listAccountNames(db) }
}
