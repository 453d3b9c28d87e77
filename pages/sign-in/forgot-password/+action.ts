import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'

/** It does not wait for the mail: how long that takes would tell who has an account. */
export async function action({ accounts, form }: ActionContext): Promise<ActionResult<{ email: string }>> {
  const email = form.get('email') ?? ''
  const asked = await accounts.forgottenPassword.ask(email)
  if (!asked.ok) return refused(asked.refusal, form, asked.field)
  return done({ value: { email: email.trim() }, changed: [] })
}
