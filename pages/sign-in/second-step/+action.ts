import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuesPath, safeReturnPath } from '#renderer/paths.ts'
import { unknownChange } from '#renderer/texts/account/factors.ts'
import type { PasskeyAsked } from '#server/accounts/factors/passkey-sign-in.ts'

export async function action({ accounts, form, url }: ActionContext): Promise<ActionResult<PasskeyAsked>> {
  switch (form.get('with')) {
    case 'ask-passkey':
      return done({ value: await accounts.askForSecondPasskey(), changed: [] })
    case 'passkey':
      return end(await accounts.signInWithPasskey(form.get('credential') ?? ''))
    case 'code':
    case 'recovery':
      return end(await accounts.signInWithCode(form.get(`${form.get('with')}-code`) ?? ''))
    default:
      return refused(unknownChange, form)
  }

  function end(signedIn: Awaited<ReturnType<typeof accounts.signInWithCode>>): ActionResult<never> {
    if (signedIn.ok) return done({ redirectTo: safeReturnPath(url.searchParams.get('next')) ?? issuesPath() })
    // Both forms ask for a code; the refusal belongs to the one that was sent.
    return refused(signedIn.refusal, form, signedIn.field && `${form.get('with')}-code`)
  }
}
