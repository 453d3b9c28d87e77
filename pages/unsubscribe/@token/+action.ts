import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/notifications/unsubscribe.ts'
import type { MailScope } from '#server/models/alerts/mail-links.ts'

const SCOPES: readonly MailScope[] = ['issue', 'kind', 'all']

export async function action({ accounts, form, routeParams }: ActionContext): Promise<ActionResult> {
  const { mailLinks } = accounts
  const { token = '' } = routeParams
  const [verb, named] = (form.get('change') ?? '').split(':', 2)
  const scope = SCOPES.find((known) => known === named)
  if (scope === undefined || (verb !== 'end' && verb !== 'begin')) return refused(say.unknownChange, form)
  const changed = verb === 'end' ? await mailLinks.end(token, scope) : await mailLinks.begin(token, scope)
  if (changed === undefined) throw render(404)
  return done({ message: verb === 'end' ? say.ended : say.begun })
}
