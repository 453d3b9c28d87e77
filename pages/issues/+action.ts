import { changeTicked } from '#renderer/forms/change-ticked.ts'
import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/issues/issues.ts'

/** Changes the ticked issues, or the saved views. */
export async function action(context: ActionContext): Promise<ActionResult> {
  switch (context.form.get('change')) {
    case 'save-view':
      return saveView(context)
    case 'rename-view':
      return renameView(context)
    case 'delete-view':
      return deleteView(context)
    default:
      return changeTicked(context)
  }
}

async function saveView({ desk, form }: ActionContext): Promise<ActionResult> {
  const text = (name: string) => form.get(name) ?? ''
  const view = { name: text('name'), query: text('query'), sort: text('sort'), isShared: form.has('shared') }
  const saved = await desk.savedViews.save(view)
  return 'refusal' in saved ? refused(saved.refusal, form) : done({ message: say.saved(saved.name) })
}

async function renameView({ desk, form }: ActionContext): Promise<ActionResult> {
  const renamed = await desk.savedViews.rename(numberOf(form.get('view') ?? ''), form.get('name') ?? '')
  return 'refusal' in renamed ? refused(renamed.refusal, form) : done({ message: say.renamed(renamed.name) })
}

async function deleteView({ desk, form }: ActionContext): Promise<ActionResult> {
  const result = await desk.savedViews.delete(numberOf(form.get('view') ?? ''))
  return result ? refused(result.refusal, form) : done({ message: say.deleted })
}
