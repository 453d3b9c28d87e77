import { type ActionContext, type ActionResult, refused } from '../../../../../renderer/action.ts'
import { chooseEditor } from '../../../../../renderer/choose-editor.ts'
import * as say from '../../../../../renderer/texts/handling.ts'

/** The issue's own action is for the page of the issue: an event's page has one form, the choice of an editor. */
export async function action(context: ActionContext): Promise<ActionResult> {
  return context.form.get('change') === 'editor'
    ? chooseEditor(context)
    : refused(say.noSuchChange, context.form)
}
