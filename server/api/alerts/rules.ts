import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import type { ListedRule } from '#server/models/alerts/rules.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { readRuleBody, toRuleAnswer } from './rule-body.ts'

/** Rules of one project. Those for all projects have no address in Sentry's API. */
export async function listRules(request: ApiRequest): Promise<Answer> {
  const rules = await rulesOf(request)
  if (rules === undefined) return noProject('list the rules')
  return answer(rules.map((rule) => toRuleAnswer(rule, request.now)))
}

export async function getRule(request: ApiRequest): Promise<Answer> {
  const rule = await findRule(request)
  return rule ? answer(toRuleAnswer(rule, request.now)) : noRule('show')
}

export async function createRule(request: ApiRequest): Promise<Answer> {
  const { desk } = request
  const project = await findNamedProject(request)
  if (project === undefined) return noProject('save the rule')
  const known = { project: project.slug, channels: await desk.alerts.channels.list() }
  const read = readRuleBody(request.body, known)
  if ('refusal' in read) return refuse(400, `Cannot save the rule: ${read.refusal}`)
  const made = await desk.alerts.rules.create(read.given)
  if ('refusal' in made) return refuse(400, made.refusal)
  if (read.isEnabled === false) await desk.alerts.rules.turn(made.id, false)
  return { ...(await showRule(request, made.id)), status: 201 }
}

/** Replaces the whole rule, as Sentry does, but for `status` and `urgency` where they are not given. */
export async function updateRule(request: ApiRequest): Promise<Answer> {
  const { desk } = request
  const before = await findRule(request)
  if (before?.project == null) return noRule('change')
  const known = { project: before.project.slug, channels: await desk.alerts.channels.list(), before }
  const read = readRuleBody(request.body, known)
  if ('refusal' in read) return refuse(400, `Cannot save the rule: ${read.refusal}`)
  const { given, isEnabled } = read
  const changed = await desk.alerts.rules.change(before.id, given, before.version)
  if ('refusal' in changed) return refuseChange(changed)
  if (isEnabled !== undefined && isEnabled !== before.isEnabled)
    await desk.alerts.rules.turn(before.id, isEnabled)
  return showRule(request, before.id)
}

export async function deleteRule(request: ApiRequest): Promise<Answer> {
  const rule = await findRule(request)
  if (rule === undefined) return noRule('delete')
  const deleted = await request.desk.alerts.rules.delete(rule.id)
  // Sentry answers 202, as it deletes later.
  return 'refusal' in deleted ? refuse(404, deleted.refusal) : { status: 202, headers: {}, body: undefined }
}

async function rulesOf(request: ApiRequest): Promise<ListedRule[] | undefined> {
  const project = await findNamedProject(request)
  if (project === undefined) return undefined
  const rules = await request.desk.alerts.rules.list()
  return rules.filter((rule) => rule.project?.slug === project.slug)
}

async function findRule(request: ApiRequest): Promise<ListedRule | undefined> {
  const rules = await rulesOf(request)
  return rules?.find(({ id }) => String(id) === request.params.ruleId)
}

async function showRule({ desk, now }: ApiRequest, id: number): Promise<Answer> {
  const rule = (await desk.alerts.rules.list()).find((each) => each.id === id)
  return rule ? answer(toRuleAnswer(rule, now)) : noRule('show')
}

/** Only a fault of a field is the client's; otherwise somebody else was faster. */
function refuseChange({ refusal, field }: Refusal): Answer {
  return refuse(field === undefined ? 409 : 400, refusal)
}

function noProject(verb: string): Answer {
  return refuse(404, `Cannot ${verb}: there is no such project`)
}

function noRule(verb: string): Answer {
  return refuse(404, `Cannot ${verb} the rule: there is no such rule`)
}
