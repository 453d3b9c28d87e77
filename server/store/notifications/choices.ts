import type { Kysely, Transaction } from 'kysely'
import { FIRST_CHOICES, type NotificationChoices } from '#server/models/alerts/notices.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** What an account chose, and what of it is under way. */
export interface AccountChoices {
  accountId: number
  choices: NotificationChoices
  /** In which its messages are collected. */
  window: { step: number; endsAt: number }
  /** When its next digest is due; null for never. */
  digestAt: number | null
}

export async function findChoices(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  accountId: number,
): Promise<AccountChoices> {
  const row = await selectChoices(db).where('account_id', '=', accountId).executeTakeFirst()
  return row ? toChoices(row) : { accountId, ...UNCHOSEN }
}

/** Those of accounts that chose anything; all others have the first choices. */
export async function listChoices(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<AccountChoices[]> {
  return (await selectChoices(db).execute()).map(toChoices)
}

/** Whether some account hears of what rules tell. */
export async function isAnyHearingRules(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<boolean> {
  return (await listChoices(db)).some(({ choices }) => choices.ways.rules.length > 0)
}

export const UNCHOSEN: Omit<AccountChoices, 'accountId'> = {
  choices: FIRST_CHOICES,
  window: { step: 0, endsAt: 0 },
  digestAt: null,
}

function selectChoices(db: Pick<Kysely<Database>, 'selectFrom'>) {
  return db.selectFrom('account_notification').selectAll()
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChoices>['execute']>>[number]

function toChoices({ account_id, choices, window_step, window_ends_at, digest_at }: Row): AccountChoices {
  const chosen = JSON.parse(choices) as Partial<NotificationChoices> // written below, perhaps by an older version
  return {
    accountId: account_id,
    choices: { ...FIRST_CHOICES, ...chosen, ways: { ...FIRST_CHOICES.ways, ...chosen.ways } },
    window: { step: window_step, endsAt: window_ends_at },
    digestAt: digest_at,
  }
}

export async function saveChoices(
  trx: Transaction<Database>,
  accountId: number,
  { choices, digestAt }: { choices: NotificationChoices; digestAt: number | null },
): Promise<void> {
  const values = { choices: JSON.stringify(choices), digest_at: digestAt }
  await trx
    .insertInto('account_notification')
    .values({ account_id: accountId, ...values })
    .onConflict((same) => same.column('account_id').doUpdateSet(values))
    .execute()
}

export async function saveAccountWindow(
  trx: Transaction<Database>,
  accountId: number,
  { step, endsAt }: AccountChoices['window'],
): Promise<void> {
  const values = { window_step: step, window_ends_at: endsAt }
  await trx
    .insertInto('account_notification')
    .values({ account_id: accountId, choices: '{}', digest_at: null, ...values })
    .onConflict((same) => same.column('account_id').doUpdateSet(values))
    .execute()
}
