import type { Transaction } from 'kysely'
import { listMutes } from '#server/store/alerts/mutes.ts'
import { insertReady, listOpenChannels } from '#server/store/alerts/ready-messages.ts'
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

function findProject(trx: Transaction<Database>, id: number) {
  return trx.selectFrom('project').select(['slug', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
}
