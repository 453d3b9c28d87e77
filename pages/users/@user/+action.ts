import { changeTicked } from '#renderer/forms/change-ticked.ts'
import type { ActionContext, ActionResult } from '#renderer/page/action.ts'

/** Changes the ticked issues of the user, for all of their users. */
export function action(context: ActionContext): Promise<ActionResult> {
  return changeTicked(context)
}
