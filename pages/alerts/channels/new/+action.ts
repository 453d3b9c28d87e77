import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/alerts/channels.ts'
import { parseChannelForm, refusedField } from '#renderer/views/alert/channel/channel-values.ts'
import { channelPath } from '#renderer/views/alert/paths.ts'

export async function action({ desk, form, url }: ActionContext): Promise<ActionResult> {
  if (form.get('change') !== 'save') return refused(say.unknownChange, form)
  const kind = url.searchParams.get('kind') ?? ''
  const fields = desk.alerts.channels.listKinds().find((offered) => offered.kind === kind)?.fields ?? []
  const created = await desk.alerts.channels.create(kind, parseChannelForm(form, fields))
  if ('refusal' in created) return refused(created.refusal, form, refusedField(created.field, fields))
  return done({ redirectTo: channelPath(created.id), message: say.form.created(created.name) })
}
