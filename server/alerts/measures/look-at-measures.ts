import type { Kysely, Transaction } from 'kysely'
import { collect } from '#server/alerts/decide/collect.ts'
import type { Moment } from '#server/alerts/decide/collect-flows.ts'
import { type ActiveRule, listActive } from '#server/alerts/decide/decide.ts'
import { isMeant } from '#server/alerts/decide/tell.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { MEASURED, type MeasuredHappening } from '#server/models/alerts/rules.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import { endCare } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import {
  beginCondition,
  endCondition,
  listHolding,
  readConditionLook,
  saveConditionLook,
} from '#server/store/alerts/occurrences/conditions.ts'
import type { Store } from '#server/store/engine/store.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { measure } from './measure.ts'
import type { Measured, MeasuredProject } from './measured.ts'
import { toOccurrence } from './to-occurrence.ts'

/** Of several processes, one looks in this time. */
const LOOK_EVERY_MS = 5 * MINUTE_MS - SECOND_MS

export interface MeasureMoment extends Moment {
  publicUrl: string
  readFreeBytes: () => Promise<number>
}

/**
 * Tells of what rules measure when it reaches its limit, once until it is over. What is read is read before the transaction: it may
 * be much, and the transaction is nobody's who comes second. Without such a rule nothing is read.
 */
export async function lookAtMeasures(
  store: Pick<Store, 'db' | 'writeInTurn'>,
  moment: MeasureMoment,
): Promise<void> {
  const { now } = moment
  const before = await readConditionLook(store.db)
  if (before !== undefined && Math.abs(now - before) < LOOK_EVERY_MS) return
  const rules = (await listActive(store.db, now, MEASURED)).flatMap((active) => {
    const happening = MEASURED.find((kind) => kind === active.rule.happening)
    return happening === undefined || !isDue(happening, { before, now }) ? [] : [{ active, happening }]
  })
  if (rules.length === 0) return
  const projects = await listProjectRows(store.db)
  const found: { active: ActiveRule; happening: MeasuredHappening; all: Measured[] }[] = []
  for (const rule of rules)
    found.push({ ...rule, all: await measureRule(store.db, rule, { projects, moment }) })
  await store.writeInTurn(async (trx) => {
    if (!(await saveConditionLook(trx, before, now))) return
    for (const { active, happening, all } of found) await settle(trx, active, { happening, all, moment })
  }, 'alerts')
}

/** Times of routes are counted by the hour, and much is read of them. */
function isDue(happening: MeasuredHappening, { before, now }: { before: number | undefined; now: number }) {
  const hourOf = (time: number) => Math.floor(time / HOUR_MS)
  return happening !== 'slower-release' || before === undefined || hourOf(before) !== hourOf(now)
}

async function measureRule(
  db: Kysely<Database>,
  { active, happening }: { active: ActiveRule; happening: MeasuredHappening },
  { projects, moment }: { projects: readonly MeasuredProject[]; moment: MeasureMoment },
): Promise<Measured[]> {
  const { rule, isOf } = active
  if (rule.threshold === null) return []
  const own = projects.filter(({ id }) => isOf(id))
  const { now, readFreeBytes } = moment
  return measure({ db, happening, threshold: rule.threshold, projects: own, now, readFreeBytes })
}

interface Settling {
  happening: MeasuredHappening
  all: readonly Measured[]
  moment: MeasureMoment
}

/** Notes what begins and what is over, and tells of what begins. What begins while its project is muted is told afterwards. */
async function settle(
  trx: Transaction<Database>,
  { rule, channels, isMuted }: ActiveRule,
  { happening, all, moment }: Settling,
): Promise<void> {
  const ruleId = rule.id
  const holding = await listHolding(trx, ruleId)
  const names = new Map((await listProjectRows(trx)).map(({ id, name }) => [id, name]))
  const seen = new Set<string>()
  const begun: Occurrence[] = []
  const over: string[] = []
  for (const measured of all) {
    const occurrence = toOccurrence(measured, { ruleId, happening, publicUrl: moment.publicUrl })
    const { id: subject } = occurrence.subject
    if (!isMeant(rule, occurrence)) continue
    seen.add(subject)
    if (holding.has(subject)) {
      if (measured.isOver) over.push(subject)
    } else if (measured.isReached && !isMuted(measured)) {
      await beginCondition(trx, { ruleId, subject, at: moment.now })
      begun.push(occurrence)
    }
  }
  for (const subject of holding) if (!seen.has(subject)) over.push(subject)
  for (const subject of over) await endCondition(trx, { ruleId, subject })
  await endCare(trx, [...over, ...begun.map(({ subject }) => subject.id)])
  const told = begun.map((occurrence) => {
    const { projectId } = occurrence
    return { projectId, projectName: names.get(projectId) ?? '', occurrence }
  })
  await collect(trx, [{ rule, channels, told }], moment)
}
