import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { addressPath, ownAccountPath, signInPath } from '#renderer/paths.ts'
import { newAddress, otherAccount } from '#renderer/texts/account/links.ts'

export async function action({ accounts, form, routeParams, viewer }: ActionContext): Promise<ActionResult> {
  const { token = '' } = routeParams
  if (form.get('change') === 'sign-out') {
    await accounts.signOut()
    return done({ redirectTo: addressPath(token) })
  }
  const link = await accounts.addressLinks.read(token)
  if (viewer !== undefined && link.state === 'open' && link.email !== viewer.email)
    return refused(otherAccount.refused, form)
  const confirmed = await accounts.addressLinks.confirm(token)
  if (!confirmed.ok) return refused(confirmed.refusal, form)
  const message = newAddress.done(confirmed.to)
  return done({ redirectTo: viewer === undefined ? signInPath() : ownAccountPath, message })
}
