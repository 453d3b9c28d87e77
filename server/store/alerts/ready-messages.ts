import type { Transaction } from 'kysely'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Database } from '#server/store/schema/schema.ts'

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
