import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { projectsPath } from '#renderer/paths.ts'
import { removal as say, unknownChange } from '#renderer/texts/settings/project-settings.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { slug = '' } = routeParams
  if (form.get('change') !== 'delete') return refused(unknownChange, form)
  const typed = form.get('name') ?? ''
  const failed = await desk.projects.settings.remove(slug, typed)
  return failed
    ? refused(failed.refusal, form, failed.field)
    : done({ redirectTo: projectsPath, message: say.done(typed.trim()) })
}
