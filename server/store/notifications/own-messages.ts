import type { Kysely, Transaction } from 'kysely'
import type { ChannelKind } from '#server/models/alerts/channels.ts'
import type { MessageState } from '#server/models/alerts/deliveries.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** The channels that are an account's own, of a kind. */
export async function listOwnChannels(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  accountId: number,
  kind: ChannelKind,
): Promise<number[]> {
  const rows = await db
    .selectFrom('alert_channel')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('is_enabled', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The channel of an account's mail, which is made with the first one. Its address is that of the account, at each try. */
export async function openMailChannel(
  trx: Transaction<Database>,
  accountId: number,
  now: number,
): Promise<number> {
  const [known] = await listOwnChannels(trx, accountId, 'email')
  if (known !== undefined) return known
  const { id } = await trx
    .insertInto('alert_channel')
    .values({
      ...{ name: 'Mail', kind: 'email', settings: '{}' },
      ...{ created_at: now, created_by: accountId, account_id: accountId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewOwnMessage {
  accountId: number
  channelId: number
  /** Null where it is about several. */
  projectId: number | null
  content: AlertMessage
  issueIds: readonly number[]
  /** Why it is not sent, where it is not. */
  withheld: string | undefined
}

/** Puts a message of an account among those that are to be sent. */
export async function insertOwnMessage(
  trx: Transaction<Database>,
  { accountId, channelId, projectId, content, issueIds, withheld }: NewOwnMessage,
): Promise<void> {
  const { key, happening, title, at } = content
  const end = { state: 'withheld' as MessageState, reason: withheld ?? null, ended_at: at }
  const { id } = await trx
    .insertInto('alert_message')
    .values({
      ...{ account_id: accountId, channel_id: channelId, project_id: projectId, rule_id: null },
      ...{ message_key: key, happening, title, created_at: at, due_at: at },
      ...(withheld === undefined ? { state: 'waiting', content: JSON.stringify(content) } : end),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (issueIds.length === 0) return
  await trx
    .insertInto('alert_item')
    .values(issueIds.map((issue_id) => ({ message_id: id, issue_id, at })))
    .execute()
}
