import { chooseEditor } from '#renderer/forms/choose-editor.ts'
import { type ActionContext, type ActionResult, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/handling.ts'

/**
 * An event's page has only one form, which chooses an editor. All other changes belong to the issue's own
 * page.
 */
export async function action(context: ActionContext): Promise<ActionResult> {
  return context.form.get('change') === 'editor'
    ? chooseEditor(context)
    : refused(say.noSuchChange, context.form)
}
