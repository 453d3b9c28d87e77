import type { Kysely, Transaction } from 'kysely'
import type { ChannelKind } from '#server/models/alerts/channels.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface ChannelRow {
  id: number
  name: string
  kind: ChannelKind
  /** The values of its fields, secrets among them. */
  settings: Readonly<Record<string, string>>
  isEnabled: boolean
  createdAt: number
  version: number
  /** Deliveries that failed in a row. */
  failures: number
  pausedUntil: number | null
  deliveredAt: number | null
  /** Whose own it is; null for those that all have. */
  accountId: number | null
}

/** The channels that all have, the oldest first. */
export async function listChannels(db: Kysely<Database>): Promise<ChannelRow[]> {
  return (await selectChannels(db).where('account_id', 'is', null).orderBy('id').execute()).map(toChannel)
}

export async function findChannel(db: Kysely<Database>, id: number): Promise<ChannelRow | undefined> {
  const row = await selectChannels(db).where('id', '=', id).executeTakeFirst()
  return row && toChannel(row)
}

/** Finds those of these channels that exist, by their ids. */
export async function findChannels(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, ChannelRow>> {
  const rows = await selectChannels(db)
    .where('id', 'in', [0, ...ids]) // no channel has the first, and a list needs one
    .execute()
  return new Map(rows.map((row) => [row.id, toChannel(row)]))
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectChannels>['execute']>>[number]

function selectChannels(db: Kysely<Database>) {
  return db
    .selectFrom('alert_channel')
    .select(['id', 'name', 'kind', 'settings', 'version', 'failures'])
    .select(['is_enabled', 'created_at as createdAt', 'paused_until as pausedUntil'])
    .select(['delivered_at as deliveredAt', 'account_id as accountId'])
}

function toChannel({ settings, is_enabled, ...row }: Selected): ChannelRow {
  const values = JSON.parse(settings) as Record<string, string> // written below
  return { ...row, settings: values, isEnabled: is_enabled === 1 }
}

interface SavedChannel {
  name: string
  settings: Readonly<Record<string, string>>
}

export async function insertChannel(
  trx: Transaction<Database>,
  { kind, name, settings }: SavedChannel & { kind: ChannelKind },
  { now, accountId }: { now: number; accountId: number | null },
): Promise<number> {
  const { id } = await trx
    .insertInto('alert_channel')
    .values({ name, kind, settings: JSON.stringify(settings), created_at: now, created_by: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves it, and lets it be tried anew. False where somebody changed it since that version. */
export async function updateChannel(
  trx: Transaction<Database>,
  id: number,
  { name, settings }: SavedChannel,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_channel')
    .set({ name, settings: JSON.stringify(settings), version: version + 1, failures: 0, paused_until: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function turnChannel(trx: Transaction<Database>, id: number, isEnabled: boolean): Promise<void> {
  const is_enabled = isEnabled ? 1 : 0
  await trx.updateTable('alert_channel').set({ is_enabled }).where('id', '=', id).execute()
}

export async function deleteChannel(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('alert_channel').where('id', '=', id).execute()
}

/** Keeps whether its deliveries arrive. */
export async function noteDelivery(
  trx: Transaction<Database>,
  id: number,
  health: { failures: number; pausedUntil: number | null; deliveredAt?: number },
): Promise<void> {
  const { failures, pausedUntil, deliveredAt } = health
  await trx
    .updateTable('alert_channel')
    .set({
      failures,
      paused_until: pausedUntil,
      ...(deliveredAt !== undefined && { delivered_at: deliveredAt }),
    })
    .where('id', '=', id)
    .execute()
}
