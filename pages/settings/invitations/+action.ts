import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/account/invitations.ts'
import type { MadeInvitation } from '#server/accounts/links/invitations.ts'
import type { Mailed } from '#server/desk/accounts.ts'
import type { Role } from '#server/models/accounts/roles.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult<Mailed<MadeInvitation>>> {
  const { invitations, resets, addressChanges } = desk.accounts
  const id = form.get('id') ?? ''
  switch (form.get('change')) {
    case 'invite': {
      const role = form.get('role') ?? ''
      if (!isRole(role)) return refused(say.invite.unknownRole, form, 'role')
      const teamIds = form.getAll('team').map(Number)
      const who = { email: form.get('email') ?? '', role, teamIds }
      const made = await invitations.invite(who, form.get('mail') === 'on')
      return 'refusal' in made ? refused(made.refusal, form, made.field) : done({ value: made, changed: [] })
    }
    case 'renew':
    case 'mail': {
      const made = await invitations.renew(id, form.get('change') === 'mail')
      return 'refusal' in made ? refused(made.refusal, form) : done({ value: made, changed: [] })
    }
    case 'revoke': {
      const revoked = await invitations.revoke(id)
      return 'refusal' in revoked
        ? refused(revoked.refusal, form)
        : done({ message: say.pending.revoked(revoked.email) })
    }
    case 'revoke-reset': {
      const revoked = await resets.revoke(id)
      return 'refusal' in revoked
        ? refused(revoked.refusal, form)
        : done({ message: say.resets.revoked(revoked.email) })
    }
    case 'confirm': {
      const change = await addressChanges.confirm(id)
      return 'refusal' in change
        ? refused(change.refusal, form)
        : done({ message: say.addresses.confirmed(change.from, change.to) })
    }
    case 'refuse': {
      const change = await addressChanges.refuse(id)
      return 'refusal' in change
        ? refused(change.refusal, form)
        : done({ message: say.addresses.refused(change.from) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}

function isRole(text: string): text is Role {
  return Object.hasOwn(say.roleNames, text)
}
