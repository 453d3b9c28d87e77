import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { checkPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/checks.ts'
import { parseCheckForm } from '#renderer/views/uptime/check-values.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  if (form.get('change') !== 'save') return refused(say.unknownChange, form)
  const created = await desk.uptime.create(parseCheckForm(form))
  if ('refusal' in created) return refused(created.refusal, form, created.field)
  return done({
    redirectTo: checkPath(created.projectSlug, created.id),
    message: say.form.created(created.name),
  })
}
