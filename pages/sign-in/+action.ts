import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuesPath, safeReturnPath } from '#renderer/paths.ts'

export async function action({ accounts, form, url }: ActionContext): Promise<ActionResult> {
  const signedIn = await accounts.signIn(form.get('email') ?? '', form.get('password') ?? '')
  if (!signedIn.ok) return refused(signedIn.refusal, form, signedIn.field)
  return done({ redirectTo: safeReturnPath(url.searchParams.get('next')) ?? issuesPath() })
}
