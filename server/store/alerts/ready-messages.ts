import type { Transaction } from 'kysely'
import { messagesAnHour } from '#server/models/alerts/channels.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { HOUR_MS } from '#server/protocol/time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type ChannelRow, listChannels } from './channels.ts'
import { countSince } from './collecting.ts'

/** The channels for messages of no rule: those that all have, that are on, and that may get another message in this hour. */
export async function listOpenChannels(trx: Transaction<Database>, now: number): Promise<ChannelRow[]> {
  const open: ChannelRow[] = []
  for (const channel of await listChannels(trx)) {
    if (!channel.isEnabled) continue
    if ((await countSince(trx, channel.id, now - HOUR_MS)) < messagesAnHour(channel.kind)) open.push(channel)
  }
  return open
}

/** Stores a message of no rule that is to be sent at once. */
export async function insertReady(
  trx: Transaction<Database>,
  { projectId, channelId, content }: { projectId: number; channelId: number; content: AlertMessage },
): Promise<void> {
  const { key, happening, title, at } = content
  await trx
    .insertInto('alert_message')
    .values({
      ...{ project_id: projectId, rule_id: null, channel_id: channelId, message_key: key, happening, title },
      ...{ state: 'waiting', content: JSON.stringify(content), created_at: at, due_at: at },
    })
    .execute()
}
