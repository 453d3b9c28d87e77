import type { ActionContext, ActionResult } from '#renderer/page/action.ts'
import { action as changeIssue } from '../../+action.ts'

/** An event's page has the forms of its issue. It is a function of its own: a page does not inherit an action. */
export function action(context: ActionContext): Promise<ActionResult> {
  return changeIssue(context)
}
