import type { Transaction } from 'kysely'
import { HOUR_MS } from '#server/protocol/time.ts'
import { listChannels } from '#server/store/alerts/channels.ts'
import { countSince } from '#server/store/alerts/collecting.ts'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { insertReady } from '#server/store/alerts/ready-messages.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { compose } from './compose.ts'
import type { MonitorChange } from './find-changes.ts'

export interface TellingOptions {
  /** Milliseconds since the epoch. */
  now: number
  /** Where links lead: the desk's address. */
  publicUrl: string
  /** Gives the key of each message. */
  newKey: () => string
}

/** The ceilings of rules' messages hold here too. */
const CEILINGS = { email: 60, other: 30 } as const

/**
 * Puts what changed into a message for every channel that is on: one of those that fail and one of those that recovered, for each
 * project. Returns what some channel is told.
 */
export async function tellChannels(
  trx: Transaction<Database>,
  changes: readonly MonitorChange[],
  { now, publicUrl, newKey }: TellingOptions,
): Promise<Set<MonitorChange>> {
  const told = new Set<MonitorChange>()
  const news = changes.filter(({ isNews }) => isNews)
  if (news.length === 0) return told
  const mutes = await listMutes(trx, now)
  if (mutes.some(({ projectId }) => projectId === null)) return told
  const muted = new Set(mutes.map(({ projectId }) => projectId))
  const channels = await listOpenChannels(trx, now)
  const groups = Map.groupBy(news, ({ projectId, verdict }) => `${projectId}:${verdict.isFailing}`)
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined || muted.has(first.projectId)) continue
    const { projectId } = first
    const project = await findProject(trx, projectId)
    for (const { id: channelId } of channels) {
      const content = compose(group, { project, publicUrl, key: newKey(), at: now })
      await insertReady(trx, { projectId, channelId, content })
      for (const change of group) told.add(change)
    }
  }
  return told
}

async function listOpenChannels(trx: Transaction<Database>, now: number) {
  const open = []
  for (const channel of await listChannels(trx)) {
    const limit = channel.kind === 'email' ? CEILINGS.email : CEILINGS.other
    if (channel.isEnabled && (await countSince(trx, channel.id, now - HOUR_MS)) < limit) open.push(channel)
  }
  return open
}

function findProject(trx: Transaction<Database>, id: number) {
  return trx.selectFrom('project').select(['slug', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
}
