import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'

/**
 * Saves the editor in which the reader opens frames. The form is on the pages of issues and on those of
 * events.
 */
export async function chooseEditor({ desk, form }: ActionContext): Promise<ActionResult> {
  const read = (name: string) => form.get(name) ?? ''
  const unchanged = await desk.editor.choose({ editor: read('editor'), from: read('from'), to: read('to') })
  return unchanged ? refused(unchanged.refusal, form) : done()
}
