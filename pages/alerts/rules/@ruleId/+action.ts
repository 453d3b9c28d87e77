import { render } from 'vike/abort'
import { type Previewed, previewRule } from '#pages/alerts/rules/preview-rule.ts'
import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { alertsPath } from '#renderer/paths.ts'
import * as sayEscalation from '#renderer/texts/alerts/escalation.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import { parseRuleForm } from '#renderer/views/alert/rule/rule-values.ts'
import { muteUntil } from './mute-until.ts'

export async function action(context: ActionContext): Promise<ActionResult<Previewed>> {
  const { desk, form, routeParams } = context
  const id = parseRouteId(routeParams.ruleId)
  if (id === undefined || (await desk.alerts.rules.find(id)) === undefined) throw render(404)
  const change = form.get('change')
  switch (change) {
    case 'preview':
      return previewRule(context)
    case 'save': {
      const version = numberOf(form.get('version') ?? '')
      const saved = await desk.alerts.rules.change(id, parseRuleForm(form), version)
      return 'refusal' in saved
        ? refused(saved.refusal, form, saved.field)
        : done({ message: say.page.saved(saved.name) })
    }
    case 'turn-on':
    case 'turn-off': {
      const isEnabled = change === 'turn-on'
      const turned = await desk.alerts.rules.turn(id, isEnabled)
      if ('refusal' in turned) return refused(turned.refusal, form)
      return done({ message: isEnabled ? say.turnedOn(turned.name) : say.turnedOff(turned.name) })
    }
    case 'mute':
    case 'unmute':
      return mute(context, id, change)
    case 'escalate':
      return escalate(context, id)
    case 'delete': {
      const deleted = await desk.alerts.rules.delete(id)
      if ('refusal' in deleted) return refused(deleted.refusal, form)
      return done({ redirectTo: alertsPath, message: say.page.deleted(deleted.name) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}

async function escalate({ desk, form }: ActionContext, id: number): Promise<ActionResult<Previewed>> {
  const given = (name: string) => form.get(name) ?? ''
  const channels = [1, 2, 3, 4, 5].map((number) => given(`step${number}`))
  const plan = { afterMinutes: given('afterMinutes'), repeats: given('repeats'), channels }
  const saved = await desk.alerts.escalation.save(id, plan)
  if ('refusal' in saved) return refused(saved.refusal, form, saved.field)
  return done({
    message: channels.some((channel) => channel !== '') ? sayEscalation.saved : sayEscalation.ended,
  })
}

async function mute(
  { desk, form, now, preferences }: ActionContext,
  id: number,
  change: 'mute' | 'unmute',
): Promise<ActionResult<Previewed>> {
  const until = change === 'unmute' ? null : muteUntil(form.get('for') ?? '', { now, zone: preferences.zone })
  if (until === undefined) return refused(say.page.badMuteTime, form)
  const muted = await desk.alerts.rules.mute(id, until)
  if ('refusal' in muted) return refused(muted.refusal, form)
  return done({ message: until === null ? say.page.unmuted(muted.name) : say.page.muted(muted.name) })
}
