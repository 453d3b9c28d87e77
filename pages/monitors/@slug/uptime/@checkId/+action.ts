import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { monitorsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/checks.ts'
import type { CheckAnswer } from '#server/models/uptime/checks.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult<CheckAnswer>> {
  const id = parseRouteId(routeParams.checkId)
  const check = id === undefined ? undefined : await desk.uptime.find(id)
  if (check === undefined || check.project.slug !== routeParams.slug) throw render(404)
  const change = form.get('change')
  switch (change) {
    case 'check-now': {
      const answer = await desk.uptime.checkNow(check.id)
      return 'refusal' in answer ? refused(answer.refusal, form) : done({ value: answer })
    }
    case 'pause':
    case 'resume': {
      const changed = await desk.uptime.pause(check.id, change === 'pause')
      if ('refusal' in changed) return refused(changed.refusal, form)
      const { pausedNow, resumed } = say.page
      return done({ message: change === 'pause' ? pausedNow(changed.name) : resumed(changed.name) })
    }
    case 'delete': {
      const deleted = await desk.uptime.delete(check.id)
      if ('refusal' in deleted) return refused(deleted.refusal, form)
      return done({ redirectTo: monitorsPath(), message: say.page.deleted(deleted.name) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
