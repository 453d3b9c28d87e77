import { type Kysely, sql, type Transaction } from 'kysely'
import { findSetting, saveSetting } from '#server/store/accounts/settings.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { deletePasskeys } from './passkey-rows.ts'
import { deleteRecoveryCodes } from './recovery-code-rows.ts'
import { deleteTotp } from './totp-rows.ts'

/** Which factors an account has besides its password. */
export interface FactorKinds {
  hasTotp: boolean
  hasPasskey: boolean
}

export async function findFactorKinds(db: Kysely<Database>, accountId: number): Promise<FactorKinds> {
  const kinds = (await selectKinds(db, { accountId })).map(({ kind }) => kind)
  return { hasTotp: kinds.includes('totp'), hasPasskey: kinds.includes('passkey') }
}

const selectKinds = prepareQuery((db, { accountId }: { accountId: number }) => {
  const totp = db
    .selectFrom('account_totp')
    .select(sql<string>`'totp'`.as('kind'))
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
  const passkey = db
    .selectFrom('passkey')
    .select(sql<string>`'passkey'`.as('kind'))
    .where('account_id', '=', accountId)
  return totp.unionAll(passkey)
})

/** Deletes what only serves factors, if the account has none left. */
export async function deleteIdleRecoveryCodes(trx: Transaction<Database>, accountId: number): Promise<void> {
  const { hasTotp, hasPasskey } = await findFactorKinds(trx, accountId)
  if (!hasTotp && !hasPasskey) await deleteRecoveryCodes(trx, accountId)
}

export async function deleteFactors(trx: Transaction<Database>, accountId: number): Promise<void> {
  await deleteTotp(trx, accountId)
  await deletePasskeys(trx, { accountId })
  await deleteRecoveryCodes(trx, accountId)
}

const REQUIRED = 'factors_required'

/** Whether every account must have a second factor. */
export async function areFactorsRequired(db: Kysely<Database>): Promise<boolean> {
  return (await findSetting(db, REQUIRED)) === 'yes'
}

export function requireFactors(trx: Transaction<Database>, isRequired: boolean): Promise<void> {
  return saveSetting(trx, REQUIRED, isRequired ? 'yes' : 'no')
}

/** 1 for an account that must set a factor up before it may do anything else. */
export function lacksFactor() {
  return sql<0 | 1>`case when exists (select 1 from setting where key = ${REQUIRED} and value = 'yes')
    and not exists (select 1 from account_totp where account_id = account.id and confirmed_at is not null)
    and not exists (select 1 from passkey where account_id = account.id) then 1 else 0 end`
}
