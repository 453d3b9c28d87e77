import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuesPath, safeReturnPath, secondStepPath } from '#renderer/paths.ts'

export async function action({ accounts, form, url }: ActionContext): Promise<ActionResult> {
  const signedIn = await accounts.provider.link(form.get('password') ?? '')
  if (!signedIn.ok) return refused(signedIn.refusal, form, signedIn.field)
  const next = safeReturnPath(url.searchParams.get('next'))
  return done({ redirectTo: signedIn.needsSecondStep ? secondStepPath(next) : (next ?? issuesPath()) })
}
