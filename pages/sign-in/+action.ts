import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuesPath, safeReturnPath, secondStepPath } from '#renderer/paths.ts'
import type { PasskeyAsked } from '#server/accounts/factors/passkey-sign-in.ts'

export async function action({ accounts, form, url }: ActionContext): Promise<ActionResult<PasskeyAsked>> {
  if (form.get('with') === 'ask-passkey') return done({ value: await accounts.askForPasskey(), changed: [] })
  const signedIn =
    form.get('with') === 'passkey'
      ? await accounts.signInWithPasskey(form.get('credential') ?? '')
      : await accounts.signIn(form.get('email') ?? '', form.get('password') ?? '')
  if (!signedIn.ok) return refused(signedIn.refusal, form, signedIn.field)
  const next = safeReturnPath(url.searchParams.get('next'))
  return done({ redirectTo: signedIn.needsSecondStep ? secondStepPath(next) : (next ?? issuesPath()) })
}
