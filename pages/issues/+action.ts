import { sayDone, undoChange } from '#renderer/forms/change-issues.ts'
import { numberOf, parseIssueRequest } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { issuePath } from '#renderer/paths.ts'
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
      return (await undoChange(context)) ?? changeIssues(context)
  }
}

async function changeIssues(context: ActionContext): Promise<ActionResult> {
  const { desk, form } = context
  const issueIds = form.getAll('issue').map(numberOf)
  if (issueIds.length === 0) return refused(say.noneChosen, form)
  const request = parseIssueRequest(form)
  if (!request) return refused(say.noSuchChange, form)
  const changed = await desk.issues.change(issueIds, [request])
  if ('refusal' in changed) return refused(changed.refusal, form)
  if (changed.issueIds.length === 0) return refused(say.allGone, form)
  const said = await sayDone(context, request, changed)
  if (changed.mergedInto !== undefined) return done({ redirectTo: issuePath(changed.mergedInto), ...said })
  return done(said)
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
