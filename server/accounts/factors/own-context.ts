import type { Transaction } from 'kysely'
import type { BrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import type { Random } from '#server/accounts/secrets.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import { type NewAuditEntry, recordAudit } from '#server/store/accounts/audit.ts'
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
} from '#server/store/accounts/factors/recovery-code-rows.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Claimant } from './confirm-password.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'

/** Whoever changes the factors of their own account, in one request. */
export interface OwnContext extends Claimant {
  viewer: AccountRow
  random: Random
  memory: BrowserMemory
  publicUrl: string
}

/** `recoveryCodes` are new ones, which cannot be read again. `field` is the form's field that a refusal is about. */
export type FactorOutcome = { recoveryCodes?: string[] } | { refusal: string; field?: string }

/** `cannot` begins the sentence, the refusal ends it. */
export function refusing(
  cannot: string,
  { refusal, field }: { refusal: string; field?: string },
): FactorOutcome {
  return { refusal: `${cannot}: ${refusal}`, ...(field !== undefined && { field }) }
}

/** Notes what somebody did to their own factors. */
export function noteFactor(
  trx: Transaction<Database>,
  { viewer, request, clock }: Pick<OwnContext, 'viewer' | 'request' | 'clock'>,
  entry: Pick<NewAuditEntry, 'action' | 'details'> & { target?: string },
): Promise<void> {
  return recordAudit(trx, { ...toActor(viewer, request.ip), at: clock(), target: viewer.email, ...entry })
}

/** The first factor comes with recovery codes, so that losing it locks nobody out. */
export async function addFirstRecoveryCodes(
  trx: Transaction<Database>,
  context: Pick<OwnContext, 'viewer' | 'random'>,
): Promise<FactorOutcome> {
  const left = await countRecoveryCodes(trx, context.viewer.id)
  return left > 0 ? {} : { recoveryCodes: await renewRecoveryCodes(trx, context) }
}

/** Voids the codes that there were, and returns new ones. */
export async function renewRecoveryCodes(
  trx: Transaction<Database>,
  { viewer, random }: Pick<OwnContext, 'viewer' | 'random'>,
): Promise<string[]> {
  const codes = newRecoveryCodes(random)
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? [])
  await replaceRecoveryCodes(trx, viewer.id, hashes)
  return codes
}
