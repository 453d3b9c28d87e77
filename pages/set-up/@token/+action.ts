import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { projectsPath } from '#renderer/paths.ts'

export async function action({ accounts, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { token = '' } = routeParams
  const created = await accounts.setUp(token, form.get('email') ?? '', form.get('password') ?? '')
  if (!created.ok) return refused(created.refusal, form, created.field)
  return done({ redirectTo: projectsPath })
}
