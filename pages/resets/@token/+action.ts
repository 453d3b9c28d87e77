import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuesPath, resetPath, signInPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/links.ts'

export async function action({ accounts, form, routeParams, viewer }: ActionContext): Promise<ActionResult> {
  const { token = '' } = routeParams
  if (form.get('change') === 'sign-out') {
    await accounts.signOut()
    return done({ redirectTo: resetPath(token) })
  }
  const link = await accounts.links.read('reset', token)
  if (viewer !== undefined && link.state === 'open' && link.email !== viewer.email)
    return refused(say.otherAccount.refused, form)
  const reset = await accounts.links.resetPassword(token, form.get('password') ?? '')
  if (!reset.ok) return refused(reset.refusal, form, reset.field)
  return reset.isSignedIn
    ? done({ redirectTo: issuesPath(), message: say.resetDone })
    : done({ redirectTo: signInPath(), message: say.passwordSaved })
}
