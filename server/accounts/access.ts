import { deleteToken, listTokens, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type AccountManager, createAccountManager } from './manage-accounts.ts'

/** Says who may do what here and takes access back, for commands and for the API. */
export interface Access {
  accounts: AccountManager
  listTokens(): Promise<TokenRow[]>
  /** Returns the revoked one; undefined if it does not exist. */
  revokeToken(id: number): Promise<TokenRow | undefined>
}

export function createAccess(store: Store, clock: () => number): Access {
  return {
    accounts: createAccountManager(store, clock),
    listTokens: () => listTokens(store.db),
    revokeToken: (id) => store.write((trx) => deleteToken(trx, id)),
  }
}
