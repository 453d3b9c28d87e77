import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { window as windowOf } from '#renderer/texts/account/usage.ts'
import {
  limits,
  changes as sayChange,
  retention as sayRetention,
  unknownChange,
} from '#renderer/texts/settings/project-settings.ts'
import { answerChange } from '../answer-change.ts'
import { parseLimit } from './parse-limit.ts'

export async function action(context: ActionContext): Promise<ActionResult> {
  const { form } = context
  switch (form.get('change')) {
    case 'add-limit':
      return addLimit(context)
    case 'remove-limit':
      return removeLimit(context)
    case 'retention':
      return changeRetention(context)
    default:
      return refused(unknownChange, form)
  }
}

async function addLimit({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const rule = parseLimit(form)
  if ('refusal' in rule) return refused(rule.refusal, form, rule.field)
  const changed = await desk.projects.settings.addLimit(routeParams.slug ?? '', rule, versionIn(form))
  if (changed.kind !== 'done') return answerLimits(changed, form)
  return done({ message: sayChange.saved([windowOf(rule.per, rule.quantity)]) })
}

async function removeLimit({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const index = Number(form.get('index'))
  const changed = await desk.projects.settings.change(routeParams.slug ?? '', 'rateLimits', {
    edit: ({ rules }) => ({ rules: rules.filter((_rule, place) => place !== index) }),
    version: versionIn(form),
  })
  if (changed.kind !== 'done') return answerLimits(changed, form)
  return done({ message: sayChange.saved([limits.left(changed.after.rules.length)]) })
}

function versionIn(form: URLSearchParams): string {
  return form.get('version') ?? 'none'
}

type Answered = Parameters<typeof answerChange>[0]

/** What others changed of the limits is in the list, so that it is not repeated. */
function answerLimits(changed: Answered, form: URLSearchParams): ActionResult<never> {
  if (changed.kind === 'no project') throw render(404)
  if (changed.kind === 'changed meanwhile') return refused(limits.meanwhile, form)
  return answerChange(changed, form, { rules: limits.rules })
}

async function changeRetention({ desk, form, routeParams }: ActionContext): Promise<ActionResult> {
  const names = { maxEvents: sayRetention.maxEvents, days: sayRetention.days }
  const numbers: { maxEvents?: number; days?: number } = {}
  for (const name of ['maxEvents', 'days'] as const) {
    const text = (form.get(name) ?? '').trim()
    if (text === '') continue
    if (!/^[1-9]\d{0,11}$/.test(text)) return refused(sayRetention.notANumber(names[name]), form, name)
    numbers[name] = Number(text)
  }
  const changed = await desk.projects.settings.change(routeParams.slug ?? '', 'retention', {
    edit: () => numbers,
    version: versionIn(form),
  })
  return answerChange(changed, form, names)
}
