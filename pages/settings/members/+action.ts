import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { invitationsPath, membersPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/members.ts'
import type { MadeReset } from '#server/accounts/links/resets.ts'
import type { Mailed } from '#server/desk/accounts.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult<Mailed<MadeReset>>> {
  const id = numberOf(form.get('member') ?? '')
  switch (form.get('change')) {
    case 'role': {
      const given = { role: form.get('role') ?? '', was: form.get('was') ?? '' }
      const changed = await desk.members.changeRole(id, given)
      return 'refusal' in changed
        ? refused(changed.refusal, form)
        : done({ message: say.isNow(changed.email, changed.role) })
    }
    case 'reset': {
      const made = await desk.accounts.createReset(id)
      return 'refusal' in made
        ? refused(made.refusal, form)
        : done({ value: made, changed: [invitationsPath] })
    }
    case 'disable': {
      const disabled = await desk.members.disable(id)
      return 'refusal' in disabled
        ? refused(disabled.refusal, form)
        : done({ message: say.isDisabled(disabled.email) })
    }
    case 'enable': {
      const enabled = await desk.members.enable(id)
      return 'refusal' in enabled
        ? refused(enabled.refusal, form)
        : done({ message: say.isEnabled(enabled.email) })
    }
    case 'unlink': {
      const unlinked = await desk.members.unlink(id)
      return 'refusal' in unlinked
        ? refused(unlinked.refusal, form)
        : done({ message: say.isUnlinked(unlinked.email) })
    }
    case 'remove': {
      const removed = await desk.members.remove(id)
      if ('refusal' in removed) return refused(removed.refusal, form)
      return done({ redirectTo: membersPath, message: say.removed(removed.email) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
