import type { Transaction } from 'kysely'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import {
  type GivenRule,
  type ListedRule,
  RULE_HAPPENINGS,
  RULE_SUBJECTS,
  type Rule,
  type RuleHappening,
} from '#server/models/alerts/rules.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { listChannels } from '#server/store/alerts/channels.ts'
import { countByRule } from '#server/store/alerts/messages.ts'
import {
  findSubject,
  listSubjects,
  readSubjectNames,
} from '#server/store/alerts/occurrences/rule-subjects.ts'
import * as stored from '#server/store/alerts/rules.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { AlertsContext } from './context.ts'
import type { AlertRules } from './desk-alerts.ts'
import { makePreview } from './preview.ts'
import { readRule } from './rule-form.ts'

const GONE = 'it no longer exists'
/** Of each kind. A list of more is not read; the search finds the others by their names. */
const MOST_SUBJECTS = 500

/** Rules of projects that the viewer does not see are none. */
export function createAlertRules({ store, whole, clock, by, listProjects }: AlertsContext): AlertRules {
  const record = (trx: Transaction<Database>, action: AuditAction, target: string, details = {}) =>
    recordAudit(trx, { ...by, at: clock(), action, target, details })

  async function readKnown({ happening, subject: id = '' }: GivenRule) {
    const kind = RULE_HAPPENINGS.includes(happening as RuleHappening) // a text that may be any
      ? RULE_SUBJECTS[happening as RuleHappening]
      : undefined
    const [projects, channels, subject] = await Promise.all([
      listProjects(),
      listChannels(whole.db),
      kind === 'monitor' || kind === 'check' ? findSubject(store.db, kind, Number(id)) : undefined,
    ])
    return {
      projects: new Map(projects.map(({ slug, id }) => [slug, id])),
      channelIds: new Set(channels.map(({ id }) => id)),
      subject,
      now: clock(),
    }
  }

  async function findSeen(db: Parameters<typeof stored.findRule>[0], id: number): Promise<Rule | undefined> {
    const rule = Number.isSafeInteger(id) ? await stored.findRule(db, id) : undefined
    if (rule === undefined || rule.projectId === null) return rule
    const projects = await listProjects()
    return projects.some((project) => project.id === rule.projectId) ? rule : undefined
  }

  /** Runs `work` with a rule that the viewer sees, or refuses. */
  async function withRule(
    verb: string,
    id: number,
    work: (trx: Transaction<Database>, rule: Rule) => Promise<Refusal | undefined>,
  ): Promise<{ name: string } | Refusal> {
    const seen = await findSeen(whole.db, id)
    if (seen === undefined) return { refusal: `Cannot ${verb} the rule: ${GONE}` }
    return whole.write(async (trx) => {
      const rule = await stored.findRule(trx, id)
      if (rule === undefined) return { refusal: `Cannot ${verb} the rule: ${GONE}` }
      return (await work(trx, rule)) ?? { name: rule.name }
    })
  }

  return {
    async list() {
      const [rules, projects, channels, counts] = await Promise.all([
        stored.listRules(whole.db),
        listProjects(),
        listChannels(whole.db),
        countByRule(store.db, clock() - DAY_MS),
      ])
      const nameOf = await readSubjectNames(store.db, rules)
      const byId = new Map(projects.map((project) => [project.id, project]))
      const seen = rules.filter(({ projectId }) => projectId === null || byId.has(projectId))
      return seen.map((rule) => {
        const project = rule.projectId === null ? undefined : byId.get(rule.projectId)
        const own = channels.filter(({ id }) => rule.channelIds === null || rule.channelIds.includes(id))
        const count = counts.find(({ ruleId }) => ruleId === rule.id)
        return toListed(rule, {
          project: project ? { slug: project.slug, name: project.name } : null,
          subject: nameOf(rule),
          channels: own.map(({ id, name }) => ({ id, name })),
          lastSentAt: count?.lastSentAt ?? null,
          sentLastDay: Number(count?.sent ?? 0),
        })
      })
    },
    async find(id) {
      const rule = await findSeen(whole.db, id)
      if (rule === undefined) return undefined
      const projects = await listProjects()
      const projectSlug = projects.find((project) => project.id === rule.projectId)?.slug ?? null
      return { ...rule, projectSlug, subject: (await readSubjectNames(store.db, [rule]))(rule) }
    },
    async listSubjects(known) {
      const subjects = await listSubjects(store.db, MOST_SUBJECTS)
      if (known === undefined) return subjects
      if (subjects.some(({ kind, id }) => kind === known.kind && id === known.id)) return subjects
      const other = await findSubject(store.db, known.kind, known.id)
      return other === undefined ? subjects : [...subjects, other]
    },
    async create(given) {
      const rule = readRule(given, await readKnown(given))
      if ('refusal' in rule) return rule
      return whole.write(async (trx) => {
        const id = await stored.insertRule(trx, rule, { now: clock(), accountId: by.accountId })
        await record(trx, 'alert.rule.add', rule.name)
        return { id, name: rule.name }
      })
    },
    async change(id, given, version) {
      const rule = readRule(given, await readKnown(given))
      if ('refusal' in rule) return rule
      return withRule('change', id, async (trx, { name }) => {
        if (!(await stored.updateRule(trx, id, rule, version)))
          return { refusal: 'Cannot change the rule: it was changed in the meantime. Look at it again' }
        await record(trx, 'alert.rule.change', rule.name, name === rule.name ? {} : { was: name })
        return undefined
      })
    },
    turn: (id, isEnabled) =>
      withRule(isEnabled ? 'turn on' : 'turn off', id, async (trx, { name }) => {
        await stored.turnRule(trx, id, isEnabled)
        await record(trx, isEnabled ? 'alert.rule.on' : 'alert.rule.off', name)
        return undefined
      }),
    mute: (id, until) =>
      withRule('mute', id, async (trx, { name }) => {
        await stored.muteRule(trx, id, until)
        await record(trx, 'alert.rule.mute', name, {
          until: until === null ? 'now' : new Date(until).toISOString(),
        })
        return undefined
      }),
    delete: (id) =>
      withRule('delete', id, async (trx, { name }) => {
        await stored.deleteRule(trx, id)
        await record(trx, 'alert.rule.remove', name)
        return undefined
      }),
    async preview(given) {
      const now = clock()
      const rule = readRule({ ...given, name: given.name.trim() || 'Preview' }, await readKnown(given))
      if ('refusal' in rule) return rule
      const whole: Rule = { ...rule, id: 0, isEnabled: true, mutedUntil: null, version: 0 }
      return makePreview(store.db, { rule: whole, now })
    },
  }
}

function toListed(
  rule: Rule,
  facts: Pick<ListedRule, 'project' | 'subject' | 'channels' | 'lastSentAt' | 'sentLastDay'>,
): ListedRule {
  const { projectId: _projectId, channelIds, ...rest } = rule
  return { ...rest, ...facts, isForEveryChannel: channelIds === null }
}
