import type { Transaction } from 'kysely'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { endLinksFor, revokeLinksBy } from '#server/store/accounts/account-links.ts'
import {
  deleteSessionById,
  deleteSessionsOf,
  listSessions,
  type SessionRow,
} from '#server/store/accounts/account-sessions.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { deleteFactors } from '#server/store/accounts/factors/factor-rows.ts'
import { deleteIdentities } from '#server/store/accounts/identities.ts'
import { deleteDevicesOf } from '#server/store/accounts/known-devices.ts'
import {
  type AccountRef,
  deleteAccount,
  findAccount,
  hasOtherOwner,
  type ListedAccount,
  listAccounts,
  updateAccount,
} from '#server/store/accounts/manage-accounts.ts'
import { changeAddress } from '#server/store/accounts/own-account.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { parseEmail, passwordRefusal } from './credentials.ts'
import { hashPassword } from './passwords.ts'
import { mayBe, refusalOfActor } from './who-may.ts'

export type AccountOutcome = { account: ListedAccount; endedSessions: number } | { refusal: string }

/** Changes existing accounts, for commands and for the API. A change takes effect at once, beside a running desk. */
export interface AccountManager {
  list(): Promise<ListedAccount[]>
  find(ref: AccountRef): Promise<ListedAccount | undefined>
  /** Ends all sessions of the account. */
  changePassword(ref: AccountRef, password: string): Promise<AccountOutcome>
  /** Gives the account another address, which nobody else may have. */
  changeAddress(ref: AccountRef, address: string): Promise<AccountOutcome>
  disable(ref: AccountRef): Promise<AccountOutcome>
  enable(ref: AccountRef): Promise<AccountOutcome>
  /** With `was`, the change is refused if the role is another one by now. */
  changeRole(ref: AccountRef, role: Role, was?: Role): Promise<AccountOutcome>
  remove(ref: AccountRef): Promise<AccountOutcome>
  /** Removes the second factors of somebody who lost them. Whoever has the password can sign in then. */
  removeFactors(ref: AccountRef): Promise<AccountOutcome>
  /** Unlinks the account from its providers, and ends its sessions. */
  unlink(ref: AccountRef): Promise<AccountOutcome>
  listSessions(accountId?: number): Promise<SessionRow[]>
  endSessions(ref: AccountRef): Promise<AccountOutcome>
  /** False if there is no such session, or if it belongs to another account than the one that was named. */
  endSession(id: string, accountId?: number): Promise<boolean>
}

/** `by` is whom the audit log names. Their role decides whom they may change. */
export function createAccountManager(store: Store, clock: () => number, by: Actor): AccountManager {
  type Work = (trx: Transaction<Database>, account: ListedAccount) => Promise<string | undefined>

  /** `verb` begins the sentence of a refusal, `work` gives its end. */
  function change(
    verb: string,
    { ref, action }: { ref: AccountRef; action: AuditAction },
    work: Work,
  ): Promise<AccountOutcome> {
    return store.write(async (trx) => {
      const at = clock()
      const account = await findAccount(trx, ref, at)
      const refusal =
        account === undefined
          ? `there is no ${nameOf(ref)}`
          : ((await refusalOfActor(trx, { by, account, action })) ?? (await work(trx, account)))
      if (account === undefined || refusal !== undefined) return { refusal: `Cannot ${verb}: ${refusal}` }
      const changed = await findAccount(trx, { id: account.id }, at)
      const endedSessions = account.sessionCount - (changed?.sessionCount ?? 0)
      const details =
        changed === undefined || changed.role === account.role ? { endedSessions } : { role: changed.role }
      await recordAudit(trx, { ...by, at, action, target: account.email, details })
      return { account: changed ?? account, endedSessions }
    })
  }

  return {
    list: () => listAccounts(store.db, clock()),
    find: (ref) => findAccount(store.db, ref, clock()),

    async changePassword(ref, password) {
      const refusal = passwordRefusal(password)
      if (refusal) return { refusal: `Cannot change the password: ${refusal}` }
      const passwordHash = await hashPassword(password)
      return change('change the password', { ref, action: 'account.password' }, async (trx, { id }) => {
        await updateAccount(trx, id, { password_hash: passwordHash })
        await deleteSessionsOf(trx, id)
        await deleteDevicesOf(trx, id)
        await endLinksFor(trx, { kind: 'reset', accountId: id, email: '' }, 'revoked')
        return undefined
      })
    },

    async changeAddress(ref, address) {
      const email = parseEmail(address)
      if (email === undefined)
        return { refusal: `Cannot change the address: "${address}" is not an email address` }
      return change('change the address', { ref, action: 'account.email' }, async (trx, { id }) => {
        if (!(await changeAddress(trx, { id, email }))) return `${email} belongs to another account`
        await endLinksFor(trx, { kind: 'email', accountId: id, email }, 'replaced')
        return undefined
      })
    },

    disable: (ref) =>
      change('disable the user', { ref, action: 'account.disable' }, async (trx, account) => {
        if (await isLastOwner(trx, account)) return lastOwnerRefusal(account)
        await updateAccount(trx, account.id, { disabled_at: account.disabledAt ?? clock() })
        await deleteSessionsOf(trx, account.id)
        await revokeLinksBy(trx, account.id)
        return undefined
      }),

    enable: (ref) =>
      change('enable the user', { ref, action: 'account.enable' }, async (trx, { id }) => {
        await updateAccount(trx, id, { disabled_at: null })
        return undefined
      }),

    changeRole: (ref, wanted, was) =>
      change('change the role', { ref, action: 'account.role' }, async (trx, account) => {
        if (was !== undefined && was !== account.role)
          return `${account.email} was made ${account.role} in the meantime`
        if (wanted === 'owner' && !(await mayBe('owner', trx, by)))
          return 'it needs the role owner to make somebody an owner'
        if (wanted !== 'owner' && (await isLastOwner(trx, account))) return lastOwnerRefusal(account)
        await updateAccount(trx, account.id, { role: wanted })
        return undefined
      }),

    remove: (ref) =>
      change('remove the user', { ref, action: 'account.remove' }, async (trx, account) => {
        if (await isLastOwner(trx, account)) return lastOwnerRefusal(account)
        await revokeLinksBy(trx, account.id) // afterwards nothing tells who made them
        await deleteAccount(trx, account, clock())
        return undefined
      }),

    removeFactors: (ref) =>
      change('remove the factors', { ref, action: 'factor.remove' }, async (trx, { id }) => {
        await deleteFactors(trx, id)
        return undefined
      }),

    unlink: (ref) =>
      change('unlink the user', { ref, action: 'identity.unlink' }, async (trx, { id, email }) => {
        if ((await deleteIdentities(trx, id)) === 0) return `${email} is linked to no provider`
        await deleteSessionsOf(trx, id)
        return undefined
      }),

    listSessions: (accountId) => listSessions(store.db, { accountId, now: clock() }),

    endSessions: (ref) =>
      change('end the sessions', { ref, action: 'session.end' }, async (trx, { id }) => {
        await deleteSessionsOf(trx, id)
        return undefined
      }),

    endSession: (id, accountId) =>
      store.write(async (trx) => {
        const target = await deleteSessionById(trx, { id, accountId })
        if (target === undefined) return false
        await recordAudit(trx, { ...by, at: clock(), action: 'session.end', target, details: { id } })
        return true
      }),
  }
}

function nameOf(ref: AccountRef): string {
  return 'id' in ref ? `user ${ref.id}` : `user "${ref.email}"`
}

/** A desk does not depend on a disabled owner. */
async function isLastOwner(trx: Transaction<Database>, account: ListedAccount): Promise<boolean> {
  if (account.role !== 'owner' || account.disabledAt !== null) return false
  return !(await hasOtherOwner(trx, account.id))
}

function lastOwnerRefusal({ email }: ListedAccount): string {
  return `${email} is the only owner who can sign in; make another account an owner first`
}
