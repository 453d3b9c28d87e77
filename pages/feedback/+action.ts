import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { nameOf } from '#renderer/views/feedback/name-of.ts'
import { parseFeedbackState } from './feedback-state.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const [name, id = ''] = (form.get('change') ?? '').split(':')
  const state = parseFeedbackState(name)
  if (state === undefined || !/^\d{1,15}$/.test(id)) return refused(say.unknown, form)
  const changed = await desk.feedback.setState(Number(id), state)
  if (changed === undefined) return refused(say.gone, form)
  const message = say.changed[state](nameOf(changed))
  // Undo is the same form with the state that it was.
  return done(changed.before === state ? { message } : { message, undo: `${changed.before}:${id}` })
}
