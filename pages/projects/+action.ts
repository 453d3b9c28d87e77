import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { projectPath } from '#renderer/paths.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const created = await desk.projects.create(form.get('name') ?? '')
  if ('refusal' in created) return refused(created.refusal, form, 'name')
  return done({ redirectTo: projectPath(created.project.slug) })
}
