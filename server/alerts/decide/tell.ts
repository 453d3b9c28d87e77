import type { Transaction } from 'kysely'
import { type Occurrence, OPPOSITES } from '#server/models/alerts/occurrences.ts'
import type { Rule } from '#server/models/alerts/rules.ts'
import { matches, namesEnvironment, parseOccurrenceSearch } from '#server/search/dialects/occurrences.ts'
import { endCare } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import { takeBack } from '#server/store/alerts/occurrences/collected.ts'
import { listProjectNames } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { collect } from './collect.ts'
import type { Moment, Told } from './collect-flows.ts'
import { listActive, ofRules } from './decide.ts'
import { isDevelopment } from './match-environment.ts'

/**
 * Tells channels, and people, what happened to monitors, checks and all else that is no issue, by the rules: in the transaction that
 * stores it. Gives the ids of the subjects of which somebody is told.
 */
export async function tell(
  trx: Transaction<Database>,
  occurrences: readonly Occurrence[],
  moment: Moment,
): Promise<Set<string>> {
  const told = new Set<string>()
  if (occurrences.length === 0) return told
  const spared = await takeOpposites(trx, occurrences)
  await endCare(
    trx,
    occurrences.map(({ subject }) => subject.id),
  )
  // Who was not told yet that it works again takes it for failing, as it is.
  for (const [subject, channels] of spared) if (channels.size > 0) told.add(subject)
  const names = await listProjectNames(trx, [...new Set(occurrences.map(({ projectId }) => projectId))])
  const rules = await listActive(trx, moment.now, ofRules(occurrences.map(({ happening }) => happening)))
  const asked = rules.map(({ rule, channels, isMuted, isOf }) => {
    const own = occurrences.filter(
      ({ happening, projectId }) => happening === rule.happening && isOf(projectId),
    )
    const matching = own.filter((one) => !isMuted(one) && isMeant(rule, one))
    return {
      ...{ rule, channels },
      told: matching.map((occurrence): Told => {
        const { projectId } = occurrence
        return { projectId, projectName: names.get(projectId)?.name ?? '', occurrence }
      }),
      isSpared: (channelId: number, { occurrence }: Told) =>
        spared.get(occurrence?.subject.id ?? '')?.has(channelId) ?? false,
    }
  })
  for (const { occurrence } of (await collect(trx, asked, moment)).flat())
    if (occurrence) told.add(occurrence.subject.id)
  return told
}

/**
 * Whether a rule is about it, and its search means it. One that names no environment tells nothing of where people try things out.
 */
export function isMeant(
  { search, subjectId }: Pick<Rule, 'search' | 'subjectId'>,
  { facts, subject }: Pick<Occurrence, 'facts' | 'subject'>,
): boolean {
  if (subjectId !== null && subject.id.split(':')[1] !== String(subjectId)) return false
  const read = parseOccurrenceSearch(search)
  if ('error' in read) return false // it was read when the rule was saved; another version may read it otherwise
  const { condition } = read
  return (namesEnvironment(condition) || !isDevelopment(facts.environment)) && matches(condition, facts)
}

/** Takes back what was not sent yet of the opposite. Gives the channels that would have been told, by subject. */
async function takeOpposites(
  trx: Transaction<Database>,
  occurrences: readonly Occurrence[],
): Promise<Map<string, Set<number>>> {
  const spared = new Map<string, Set<number>>()
  for (const { happening, subject } of occurrences) {
    const opposite = OPPOSITES[happening]
    if (opposite !== undefined)
      spared.set(subject.id, await takeBack(trx, { subject: subject.id, happening: opposite }))
  }
  return spared
}
