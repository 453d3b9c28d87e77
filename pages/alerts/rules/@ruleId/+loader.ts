import { render } from 'vike/abort'
import { readChoices } from '#pages/alerts/rules/read-choices.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import { describeRule, subjects } from '#renderer/texts/alerts/happenings.ts'
import type { Rule } from '#server/models/alerts/rules.ts'

const LATEST_MESSAGES = 10

export async function loader(context: LoaderContext) {
  const { desk, routeParams } = context
  const id = parseRouteId(routeParams.ruleId)
  if (id === undefined) throw render(404)
  const [rule, messages, escalation] = await Promise.all([
    desk.alerts.rules.find(id),
    desk.alerts.messages.list({ ruleId: id, limit: LATEST_MESSAGES }),
    desk.alerts.escalation.find(id),
  ])
  if (rule === undefined) throw render(404)
  const choices = await readChoices(context, chosenOf(rule))
  const project = choices.projects.find(({ slug }) => slug === rule.projectSlug) ?? null
  return {
    rule,
    choices,
    messages,
    escalation: escalation ?? null,
    described: describeRule({ ...rule, project }),
  }
}

function chosenOf({ happening, subjectId }: Pick<Rule, 'happening' | 'subjectId'>) {
  const kind = subjects[happening]
  return subjectId !== null && (kind === 'monitor' || kind === 'check') ? { kind, id: subjectId } : undefined
}
