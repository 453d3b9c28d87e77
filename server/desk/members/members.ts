import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import { parseRole, type Role } from '#server/models/accounts/roles.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { AccountRef } from '#server/store/accounts/manage-accounts.ts'
import { listMembers, type Member } from '#server/store/accounts/members/members.ts'
import type { Store } from '#server/store/engine/store.ts'

/** Members as admins manage them. Who may change whom is decided in the transaction of the change. */
export interface DeskMembers {
  /** By their address. */
  list(): Promise<Member[]>
  /** `was` is the role that the form showed: the change is refused when it is another one by now. */
  changeRole(id: number, given: { role: string; was: string }): Promise<MemberChanged | Refusal>
  disable(id: number): Promise<MemberChanged | Refusal>
  enable(id: number): Promise<MemberChanged | Refusal>
  remove(id: number): Promise<MemberChanged | Refusal>
  /** Unlinks the account from its OpenID provider, and ends its sessions. */
  unlink(id: number): Promise<MemberChanged | Refusal>
}

export interface MemberChanged {
  email: string
  role: Role
}

export function createDeskMembers(
  store: Store,
  { clock, by }: { clock: () => number; by: Actor },
): DeskMembers {
  const accounts = createAccountManager(store, clock, by)
  const change = async (verb: 'disable' | 'enable' | 'remove' | 'unlink', ref: AccountRef) => {
    const outcome = await accounts[verb](ref)
    return 'refusal' in outcome ? outcome : { email: outcome.account.email, role: outcome.account.role }
  }
  return {
    list: () => listMembers(store.db, clock()),
    async changeRole(id, given) {
      const [role, was] = [parseRole(given.role), parseRole(given.was)]
      if (role === undefined || was === undefined)
        return { refusal: 'Cannot change the role: it is not one of viewer, member, admin, owner' }
      const outcome = await accounts.changeRole({ id }, role, was)
      return 'refusal' in outcome ? outcome : { email: outcome.account.email, role: outcome.account.role }
    },
    disable: (id) => change('disable', { id }),
    enable: (id) => change('enable', { id }),
    remove: (id) => change('remove', { id }),
    unlink: (id) => change('unlink', { id }),
  }
}
