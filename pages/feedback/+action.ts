import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { parseFeedbackState } from './feedback-state.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const [name, id = ''] = (form.get('change') ?? '').split(':')
  const state = parseFeedbackState(name)
  if (state === undefined || !/^\d{1,15}$/.test(id)) return refused(say.unknown, form)
  const isThere = await desk.feedback.setState(Number(id), state)
  return isThere ? done({ message: say.changed[state] }) : refused(say.gone, form)
}
