import { type ActionContext, type ActionResult, done } from '#renderer/page/action.ts'
import { signInPath } from '#renderer/paths.ts'

export async function action({ accounts }: ActionContext): Promise<ActionResult> {
  await accounts.signOut()
  return done({ redirectTo: signInPath() })
}
