import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { invitationPath, issuesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/links.ts'

export async function action({ accounts, form, routeParams, viewer }: ActionContext): Promise<ActionResult> {
  const { token = '' } = routeParams
  if (form.get('change') === 'sign-out') {
    await accounts.signOut()
    return done({ redirectTo: invitationPath(token) })
  }
  if (viewer !== undefined) return refused(say.otherAccount.refused, form)
  const name = form.get('name') ?? ''
  const accepted = await accounts.links.acceptInvitation(token, {
    name,
    password: form.get('password') ?? '',
  })
  if (!accepted.ok) return refused(accepted.refusal, form, accepted.field)
  return done({ redirectTo: issuesPath(), message: say.joined })
}
