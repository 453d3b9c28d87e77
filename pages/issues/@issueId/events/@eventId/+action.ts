import { chooseEditor } from '#renderer/forms/choose-editor.ts'
import { type ActionContext, type ActionResult, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/handling.ts'

/** The issue's own action is for the page of the issue: an event's page has one form, the choice of an editor. */
export async function action(context: ActionContext): Promise<ActionResult> {
  return context.form.get('change') === 'editor'
    ? chooseEditor(context)
    : refused(say.noSuchChange, context.form)
}
