import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as mute from '#renderer/texts/alerts/mutes.ts'
import * as say from '#renderer/texts/alerts/rules.ts'

export async function action({ desk, form }: ActionContext): Promise<ActionResult> {
  const text = (name: string) => form.get(name) ?? ''
  const change = form.get('change')
  switch (change) {
    case 'turn-on':
    case 'turn-off': {
      const isEnabled = change === 'turn-on'
      const turned = await desk.alerts.rules.turn(numberOf(text('rule')), isEnabled)
      if ('refusal' in turned) return refused(turned.refusal, form)
      return done({ message: isEnabled ? say.turnedOn(turned.name) : say.turnedOff(turned.name) })
    }
    case 'add-mute': {
      const given = { project: text('project'), minutes: text('minutes'), reason: text('reason') }
      const added = await desk.alerts.mutes.add(given)
      return 'refusal' in added
        ? refused(added.refusal, form, added.field)
        : done({ message: mute.added(added.project?.name ?? mute.allProjects) })
    }
    case 'end-mute': {
      const ended = await desk.alerts.mutes.end(numberOf(text('mute')))
      return 'refusal' in ended ? refused(ended.refusal, form) : done({ message: mute.ended })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
