import { deleteToken, listTokens, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type AccountManager, createAccountManager } from './manage-accounts.ts'

/** Who may do what here, and how it is taken back: for commands and for the API. */
export interface Access {
  accounts: AccountManager
  listTokens(): Promise<TokenRow[]>
  /** Gives what it was; undefined where there is none. */
  revokeToken(id: number): Promise<TokenRow | undefined>
}

export function createAccess(store: Store, clock: () => number): Access {
  return {
    accounts: createAccountManager(store, clock),
    listTokens: () => listTokens(store.db),
    revokeToken: (id) => store.write((trx) => deleteToken(trx, id)),
  }
}
