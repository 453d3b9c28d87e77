import type { Kysely, Transaction } from 'kysely'
import { compose, composeOccurrences, type Telling } from '#server/alerts/compose/compose.ts'
import { type LatestEvents, readLatestEvents } from '#server/alerts/compose/latest-events.ts'
import { sayCeiling, sayCommon, sayThreshold } from '#server/alerts/compose/words.ts'
import { messagesAnHour } from '#server/models/alerts/channels.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { isOfIssues, type Rule } from '#server/models/alerts/rules.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import { type ChannelRow, findChannels } from '#server/store/alerts/channels.ts'
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
import { findRules } from '#server/store/alerts/rules.ts'
import {
  type CommonFault,
  findCommonFault,
  findLargest,
  type Largest,
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
  const messages = await listCollected(db, now, SLICE)
  const largest = await findLargest(db, idsOf(messages), MOST_SHOWN)
  for (const { issues } of largest.values()) await readLatestEvents(db, idsOf(issues), { known, publicUrl })
  return known
}

/** Makes messages of what was collected, where the time for that is over. True while there may be more. */
export async function closeSlice(trx: Transaction<Database>, moment: ClosingMoment): Promise<boolean> {
  const collected = await listCollected(trx, moment.now, SLICE)
  await lengthenWindows(trx, collected, moment.now)
  const shared = await readShared(trx, collected)
  for (const message of collected) await close(trx, message, { ...moment, shared })
  return collected.length === SLICE
}

/** Each time that a flow's messages were collected, its next window is longer. */
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

/** What several messages of a slice need: it is read once for all of them, or once for each channel. */
interface Shared {
  channels: ReadonlyMap<number, ChannelRow>
  rules: ReadonlyMap<number, Rule>
  largest: ReadonlyMap<number, Largest>
  /** Messages of the last hour by channel id, including those that this slice has made. */
  sent: Map<number, number>
}

async function readShared(trx: Transaction<Database>, collected: readonly Collecting[]): Promise<Shared> {
  const channelIds = [...new Set(collected.map(({ channelId }) => channelId))]
  const ruleIds = [...new Set(collected.map(({ ruleId }) => ruleId))]
  return {
    channels: await findChannels(trx, channelIds),
    rules: await findRules(trx, ruleIds),
    largest: await findLargest(trx, idsOf(collected), MOST_SHOWN),
    sent: new Map(),
  }
}

type Closing = ClosingMoment & { shared: Shared }

async function close(trx: Transaction<Database>, message: Collecting, closing: Closing): Promise<void> {
  const { id, key, happening, channelId, ruleId, createdAt } = message
  const { now, shared } = closing
  const discard = (reason: string) => endCollecting(trx, id, { state: 'discarded', reason, now })
  const channel = shared.channels.get(channelId)
  if (channel === undefined) return discard('Its channel was deleted')
  const about = await readAbout(trx, message, closing)
  if (about === undefined) return discard(isOfIssues(happening) ? NOT_OPEN : OVER)
  const limit = messagesAnHour(channel.kind)
  const since = now - HOUR_MS
  const sent = shared.sent.get(channelId) ?? (await countSince(trx, channelId, since))
  shared.sent.set(channelId, sent)
  if (sent > limit) return endCollecting(trx, id, { state: 'withheld', reason: WITHHELD, now })
  const rule = shared.rules.get(ruleId)
  const note = sent === limit ? sayCeiling(limit) : (about.note ?? thresholdOf(rule))
  const { urgency = 'normal' } = rule ?? {}
  const told = { key, happening, count: about.count, at: now, note, urgency, rule: nameOf(rule) }
  await endCollecting(trx, id, { content: about.toMessage(told) })
  if (createdAt > since) shared.sent.set(channelId, sent + 1)
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
  { publicUrl, latest, shared }: Closing,
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
  const { count = 0, issues: [first, ...others] = [] } = shared.largest.get(id) ?? {}
  if (first === undefined) return undefined
  const issues: [ToldIssue, ...ToldIssue[]] = [first, ...others]
  await readLatestEvents(trx, idsOf(issues), { known: latest, publicUrl }) // of issues that joined meanwhile
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

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function nameOf(rule: Rule | undefined): { id: number; name: string } | undefined {
  return rule && { id: rule.id, name: rule.name }
}
