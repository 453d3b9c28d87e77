import { render } from 'vike/abort'
import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { checkPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/checks.ts'
import { parseCheckForm } from '#renderer/views/uptime/check-values.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { slug = '', checkId } = routeParams
  const id = parseRouteId(checkId)
  const check = id === undefined ? undefined : await desk.uptime.find(id)
  if (check === undefined || check.project.slug !== slug) throw render(404)
  if (form.get('change') !== 'save') return refused(say.unknownChange, form)
  const version = numberOf(form.get('version') ?? '')
  const changed = await desk.uptime.change(check.id, parseCheckForm(form), version)
  return 'refusal' in changed
    ? refused(changed.refusal, form, changed.field)
    : done({ redirectTo: checkPath(slug, check.id), message: say.form.changed(changed.name) })
}
