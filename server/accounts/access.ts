import type { Actor } from '#server/models/accounts/actor.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { deleteToken, findTokenRow, listTokens, type TokenRow } from '#server/store/accounts/tokens.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type AccountManager, createAccountManager } from './manage-accounts.ts'

/** Says who may do what here and takes access back, for commands and for the API. */
export interface Access {
  accounts: AccountManager
  listTokens(): Promise<TokenRow[]>
  /** Returns the revoked one; undefined if it does not exist. */
  revokeToken(id: number): Promise<TokenRow | undefined>
}

/** `by` is whom the audit log names. */
export function createAccess(store: Store, clock: () => number, by: Actor): Access {
  return {
    accounts: createAccountManager(store, clock, by),
    listTokens: () => listTokens(store.db),
    revokeToken: (id) =>
      store.write(async (trx) => {
        const token = await findTokenRow(trx, id)
        if (token === undefined) return undefined
        await deleteToken(trx, id)
        const details = { id, owner: token.owner }
        await recordAudit(trx, { ...by, at: clock(), action: 'token.revoke', target: token.name, details })
        return token
      }),
  }
}
