import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { monitorsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/monitors.ts'

export async function action({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { slug = '', monitor = '' } = routeParams
  if (form.get('change') !== 'delete') return refused(say.noSuchChange, form)
  if (!(await desk.monitors.delete(slug, monitor))) throw render(404)
  return done({ redirectTo: monitorsPath({ project: slug }) })
}
