import type { Kysely, Transaction } from 'kysely'
import { compose, composeOccurrences, type Telling } from '#server/alerts/compose/compose.ts'
import { type LatestEvents, readLatestEvents } from '#server/alerts/compose/latest-events.ts'
import { sayCeiling, sayCommon, sayThreshold } from '#server/alerts/compose/words.ts'
import { messagesAnHour } from '#server/models/alerts/channels.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { isOfIssues, type Rule } from '#server/models/alerts/rules.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { findChannel } from '#server/store/alerts/channels.ts'
import {
  type Collecting,
  countSince,
  endCollecting,
  findWindows,
  keyOfFlow,
  listCollected,
  saveWindows,
} from '#server/store/alerts/collecting.ts'
import { countOccurrences, listOccurrences } from '#server/store/alerts/occurrences/collected.ts'
import { findRule } from '#server/store/alerts/rules.ts'
import {
  type CommonFault,
  countOfMessage,
  findCommonFault,
  listLargest,
  type ToldIssue,
} from '#server/store/alerts/told-issues.ts'
import { listProjectNames } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { nextWindow } from './windows.ts'

const SLICE = 20
const MOST_SHOWN = 5
/** More than so many at once have one cause, mostly. */
const STORM = 50
/** A cause is named where it explains so many of them. */
const COMMON_SHARE = 0.5
const NOT_OPEN = 'Its issues are no longer open'
const OVER = 'It was over before it was sent'
export const WITHHELD = 'Its channel had enough messages in that hour'

interface ClosingMoment {
  now: number
  publicUrl: string
  latest: LatestEvents
}

/** Reads the events that messages will show before the transaction that makes them: to unpack them takes time. */
export async function readAhead(
  db: Kysely<Database>,
  { now, publicUrl }: { now: number; publicUrl: string },
): Promise<LatestEvents> {
  const known: LatestEvents = new Map()
  for (const { id } of await listCollected(db, now, SLICE)) {
    const issues = await listLargest(db, id, MOST_SHOWN)
    await readLatestEvents(db, idsOf(issues), { known, publicUrl })
  }
  return known
}

/** Makes messages of what was collected, where the time for that is over. True while there may be more. */
export async function closeSlice(trx: Transaction<Database>, moment: ClosingMoment): Promise<boolean> {
  const collected = await listCollected(trx, moment.now, SLICE)
  await lengthenWindows(trx, collected, moment.now)
  for (const message of collected) await close(trx, message, moment)
  return collected.length === SLICE
}

/** What was collected for a while is followed by a longer while. */
async function lengthenWindows(
  trx: Transaction<Database>,
  collected: readonly Collecting[],
  now: number,
): Promise<void> {
  const late = collected.filter(({ dueAt, createdAt }) => dueAt !== createdAt)
  if (late.length === 0) return
  const windows = await findWindows(trx, late)
  const next = new Map(
    late.map((flow) => {
      const key = keyOfFlow(flow)
      return [key, { ...flow, ...nextWindow(windows.get(key), now, false) }]
    }),
  )
  await saveWindows(trx, [...next.values()])
}

async function close(
  trx: Transaction<Database>,
  message: Collecting,
  { now, publicUrl, latest }: ClosingMoment,
): Promise<void> {
  const { id, key, happening, channelId, ruleId } = message
  const discard = (reason: string) => endCollecting(trx, id, { state: 'discarded', reason, now })
  const channel = await findChannel(trx, channelId)
  if (channel === undefined) return discard('Its channel was deleted')
  const about = await readAbout(trx, message, { now, publicUrl, latest })
  if (about === undefined) return discard(isOfIssues(happening) ? NOT_OPEN : OVER)
  const limit = messagesAnHour(channel.kind)
  const sent = await countSince(trx, channelId, now - HOUR_MS)
  if (sent > limit)
    return endCollecting(trx, id, {
      state: 'withheld',
      reason: WITHHELD,
      now,
    })
  const rule = await findRule(trx, ruleId)
  const note = sent === limit ? sayCeiling(limit) : (about.note ?? thresholdOf(rule))
  const { urgency = 'normal' } = rule ?? {}
  const told = { key, happening, count: about.count, at: now, note, urgency, rule: nameOf(rule) }
  await endCollecting(trx, id, { content: about.toMessage(told) })
}

interface About {
  count: number
  note: string | undefined
  toMessage: (told: Telling) => AlertMessage
}

/** Reads what a message is about; undefined where nothing is left of it. */
async function readAbout(
  trx: Transaction<Database>,
  { id, happening, projectId }: Collecting,
  { publicUrl, latest }: ClosingMoment,
): Promise<About | undefined> {
  if (!isOfIssues(happening)) {
    const [first, ...others] = await listOccurrences(trx, id, MOST_SHOWN)
    const project = (await listProjectNames(trx, [projectId])).get(projectId)
    if (first === undefined || project === undefined) return undefined
    const occurrences: [Occurrence, ...Occurrence[]] = [first, ...others]
    const count = await countOccurrences(trx, id)
    const toMessage = (told: Telling) => composeOccurrences({ ...told, project, occurrences }, publicUrl)
    return { count, note: undefined, toMessage }
  }
  const [first, ...others] = await listLargest(trx, id, MOST_SHOWN)
  if (first === undefined) return undefined
  const issues: [ToldIssue, ...ToldIssue[]] = [first, ...others]
  await readLatestEvents(trx, idsOf(issues), { known: latest, publicUrl }) // of issues that joined meanwhile
  const count = await countOfMessage(trx, id)
  const toMessage = (told: Telling) => compose({ ...told, issues, latest }, publicUrl)
  return { count, note: await findNote(trx, id, count), toMessage }
}

async function findNote(trx: Transaction<Database>, id: number, count: number): Promise<string | undefined> {
  if (count <= STORM) return undefined
  const { byPlace, byType } = await findCommonFault(trx, id)
  const isCause = (common: CommonFault | undefined) =>
    common !== undefined && Number(common.count) >= COMMON_SHARE * count
  const cause = isCause(byPlace) ? byPlace : isCause(byType) ? byType : undefined
  return cause && sayCommon(Number(cause.count), count, cause)
}

/** What a rule that counts waited for. */
function thresholdOf(rule: Rule | undefined): string | undefined {
  const { happening, threshold } = rule ?? {}
  const isCounted = happening === 'events' || happening === 'users'
  return threshold && isCounted ? sayThreshold(threshold, happening) : undefined
}

function idsOf(issues: readonly ToldIssue[]): number[] {
  return issues.map(({ id }) => id)
}

function nameOf(rule: Rule | undefined): { id: number; name: string } | undefined {
  return rule && { id: rule.id, name: rule.name }
}
