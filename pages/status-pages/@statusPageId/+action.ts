import { render } from 'vike/abort'
import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { statusPagesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/status-pages.ts'
import { parseStatusForm } from '#renderer/views/status/status-values.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const id = parseRouteId(routeParams.statusPageId)
  const page = id === undefined ? undefined : await desk.statusPages.find(id)
  if (page === undefined) throw render(404)
  const change = form.get('change')
  switch (change) {
    case 'save': {
      const version = numberOf(form.get('version') ?? '')
      const changed = await desk.statusPages.change(page.id, parseStatusForm(form), version)
      if ('refusal' in changed) return refused(changed.refusal, form, changed.field)
      return done({ message: say.form.changed(changed.title) })
    }
    case 'turn-on':
    case 'turn-off': {
      const turned = await desk.statusPages.turn(page.id, change === 'turn-on')
      if ('refusal' in turned) return refused(turned.refusal, form)
      const { turnedOn, turnedOff } = say.page
      return done({ message: change === 'turn-on' ? turnedOn(turned.title) : turnedOff(turned.title) })
    }
    case 'delete': {
      const deleted = await desk.statusPages.delete(page.id)
      if ('refusal' in deleted) return refused(deleted.refusal, form)
      return done({ redirectTo: statusPagesPath, message: say.page.deleted(deleted.title) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
