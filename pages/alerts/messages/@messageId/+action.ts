import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import * as say from '#renderer/texts/alerts/messages.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const id = parseRouteId(routeParams.messageId)
  if (id === undefined) throw render(404)
  switch (form.get('change')) {
    case 'retry': {
      const retried = await desk.alerts.messages.retry(id)
      return 'refusal' in retried
        ? refused(retried.refusal, form)
        : done({ message: say.page.retried(retried.title) })
    }
    case 'discard': {
      const discarded = await desk.alerts.messages.discard(id)
      return 'refusal' in discarded
        ? refused(discarded.refusal, form)
        : done({ message: say.page.discarded(discarded.title) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
