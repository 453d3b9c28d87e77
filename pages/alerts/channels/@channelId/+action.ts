import { render } from 'vike/abort'
import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { channelsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/channels.ts'
import type { TestAnswer } from '#renderer/views/alert/channel/ChannelTest.tsx'
import { parseChannelForm, refusedField } from '#renderer/views/alert/channel/channel-values.ts'
import type { ChannelDetail } from '#server/models/alerts/deliveries.ts'

export async function action(context: ActionContext): Promise<ActionResult<TestAnswer>> {
  const { desk, form, routeParams } = context
  const id = parseRouteId(routeParams.channelId)
  const channel = id === undefined ? undefined : await desk.alerts.channels.find(id)
  if (channel === undefined) throw render(404)
  const change = form.get('change')
  switch (change) {
    case 'save':
      return save(context, channel)
    case 'test': {
      const answer = await desk.alerts.channels.test(channel.id)
      return 'refusal' in answer ? refused(answer.refusal, form) : done({ value: answer })
    }
    case 'turn-on':
    case 'turn-off': {
      const isEnabled = change === 'turn-on'
      const turned = await desk.alerts.channels.turn(channel.id, isEnabled)
      if ('refusal' in turned) return refused(turned.refusal, form)
      return done({ message: isEnabled ? say.page.turnedOn(turned.name) : say.page.turnedOff(turned.name) })
    }
    case 'delete': {
      const deleted = await desk.alerts.channels.delete(channel.id)
      if ('refusal' in deleted) return refused(deleted.refusal, form)
      return done({ redirectTo: channelsPath, message: say.page.deleted(deleted.name) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}

async function save(
  { desk, form }: ActionContext,
  { id, fields }: ChannelDetail,
): Promise<ActionResult<TestAnswer>> {
  const version = numberOf(form.get('version') ?? '')
  const changed = await desk.alerts.channels.change(id, parseChannelForm(form, fields), version)
  return 'refusal' in changed
    ? refused(changed.refusal, form, refusedField(changed.field, fields))
    : done({ message: say.form.changed(changed.name) })
}
