import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/account/own-account.ts'
import { own as provider } from '#renderer/texts/sign-in/provider.ts'
import type { AskedForAddress } from '#server/accounts/own/ask-for-address.ts'

export async function action({ accounts, form }: ActionContext): Promise<ActionResult> {
  const own = accounts.openOwn()
  const typed = (name: string) => form.get(name) ?? ''
  switch (form.get('change')) {
    case 'name': {
      const renamed = await own.rename(typed('name'))
      return renamed.ok ? done({ message: say.name.saved }) : refused(renamed.refusal, form, renamed.field)
    }
    case 'password': {
      const changed = await own.changePassword(typed('present-password'), typed('new-password'))
      return changed.ok
        ? done({ message: say.password.changed(changed.endedSessions) })
        : refused(changed.refusal, form, changed.field)
    }
    case 'address': {
      const email = typed('email')
      const changed = await own.changeAddress(typed('address-password'), email)
      if (!changed.ok) return refused(changed.refusal, form, fieldOfAddress(changed.field))
      return done({ message: sayChanged(email, changed) })
    }
    case 'withdraw':
      await own.withdrawAddress()
      return done({ message: say.address.withdrawn })
    case 'end-session': {
      const isEnded = await own.endSession(typed('session'))
      return isEnded ? done({ message: say.sessions.ended }) : refused(say.sessions.gone, form)
    }
    case 'end-others':
      return done({ message: say.sessions.endedOthers(await own.endOtherSessions()) })
    case 'unlink': {
      const isUnlinked = await own.unlink(typed('issuer'))
      return isUnlinked ? done({ message: provider.unlinked }) : refused(provider.gone, form)
    }
    default:
      return refused(say.unknownChange, form)
  }
}

/** Two forms of the page ask for the current password, and a refusal belongs to one of them. */
function fieldOfAddress(field: string | undefined): string | undefined {
  return field === 'present-password' ? 'address-password' : field
}

function sayChanged(email: string, { isAsked, mailed }: AskedForAddress): string {
  if (mailed !== undefined)
    return mailed.failure === undefined
      ? say.address.mailed(email)
      : say.address.notMailed(email, mailed.failure)
  return isAsked ? say.address.asked(email) : say.address.changed(email)
}
