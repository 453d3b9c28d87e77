import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/uptime/status-pages.ts'
import { statusPagePath } from '#renderer/views/status/paths.ts'
import { parseStatusForm } from '#renderer/views/status/status-values.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  if (form.get('change') !== 'save') return refused(say.unknownChange, form)
  const created = await desk.statusPages.create(parseStatusForm(form))
  if ('refusal' in created) return refused(created.refusal, form, created.field)
  return done({ redirectTo: statusPagePath(created.id), message: say.form.created(created.title) })
}
