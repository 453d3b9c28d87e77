import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/alerts/messages.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  if (form.get('change') !== 'retry-all') return refused(say.unknownChange, form)
  const { count } = await desk.alerts.messages.retryAll()
  return done({ message: say.retriedAll(count) })
}
