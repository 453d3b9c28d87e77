import type { Transaction } from 'kysely'
import { beginTitle } from '#server/alerts/compose/words.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import {
  addItems,
  type Flow,
  findCollecting,
  findWindows,
  insertCollecting,
  keyOfFlow,
  saveWindows,
} from '#server/store/alerts/collecting.ts'
import { addOccurrences } from '#server/store/alerts/occurrences/collected.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { dueIn, nextWindow } from './windows.ts'

export interface Moment {
  now: number
  /** Gives the key of each message. */
  newKey: () => string
}

/** The subject of a rule's message: an issue, or an occurrence such as a failed monitor. */
export type Told = { projectId: number; projectName: string } & (
  | { issue: ToldIssue; occurrence?: never }
  | { issue?: never; occurrence: Occurrence }
)

/** Everything that one rule sends to one channel about one project. */
export interface ToldFlow extends Flow {
  happening: Happening
  told: readonly Told[]
}

/** Puts what each flow tells into its message that collects, or begins one. Each flow is there once. */
export async function collectFlows(
  trx: Transaction<Database>,
  flows: readonly ToldFlow[],
  moment: Moment,
): Promise<void> {
  const { now } = moment
  const messageIds = await findCollecting(trx, flows)
  const begun = flows.filter((flow) => !messageIds.has(keyOfFlow(flow)))
  const ids = await beginMessages(trx, begun, moment)
  for (const [place, flow] of begun.entries()) messageIds.set(keyOfFlow(flow), ids[place] ?? 0)
  const added = flows.flatMap((flow) => {
    const messageId = messageIds.get(keyOfFlow(flow)) ?? 0
    return flow.told.map(({ issue, occurrence }) => ({ messageId, issue, occurrence }))
  })
  await addItems(
    trx,
    added.flatMap(({ messageId, issue }) => (issue ? [{ messageId, issueId: issue.id, at: now }] : [])),
  )
  const occurrences = added.flatMap(({ messageId, occurrence }) =>
    occurrence ? [{ messageId, occurrence }] : [],
  )
  await addOccurrences(trx, occurrences, now)
}

/** Begins messages that collect, each until the window of its flow is over. Gives their ids, in the same order. */
async function beginMessages(
  trx: Transaction<Database>,
  flows: readonly ToldFlow[],
  { now, newKey }: Moment,
): Promise<number[]> {
  const windows = await findWindows(trx, flows)
  const begun = flows.map((flow) => {
    const window = windows.get(keyOfFlow(flow))
    return { flow, window, ...dueIn(window, now) }
  })
  const ids = await insertCollecting(
    trx,
    begun.map(({ flow, at }) => {
      const { ruleId, channelId, projectId, happening, told } = flow
      const title = beginTitle(happening, told[0]?.projectName ?? '', told.length)
      return { ruleId, channelId, projectId, key: newKey(), happening, title, createdAt: now, dueAt: at }
    }),
  )
  const atOnce = begun.filter(({ isAtOnce }) => isAtOnce)
  await saveWindows(
    trx,
    atOnce.map(({ flow, window }) => ({ ...flow, ...nextWindow(window, now, true) })),
  )
  return ids
}
