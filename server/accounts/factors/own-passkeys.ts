import { findAccountById } from '#server/store/accounts/accounts.ts'
import { deleteIdleRecoveryCodes } from '#server/store/accounts/factors/factor-rows.ts'
import {
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  renamePasskey,
} from '#server/store/accounts/factors/passkey-rows.ts'
import { passwordRefusalOf } from './confirm-password.ts'
import {
  addFirstRecoveryCodes,
  type FactorOutcome,
  noteFactor,
  type OwnContext,
  refusing,
} from './own-context.ts'
import { checkCreation, creationOptions, type PublicKeyCredentialCreationOptionsJSON } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'

export interface OwnPasskeys {
  /** Begins to add one. Its options are what the browser makes it with. */
  begin(
    password: string,
  ): Promise<{ options: PublicKeyCredentialCreationOptionsJSON } | { refusal: string; field?: string }>
  /** Adds what the browser made (JSON). */
  add(given: { name: string; credential: string }): Promise<FactorOutcome>
  rename(id: string, name: string): Promise<FactorOutcome>
  remove(given: { id: string; password: string }): Promise<FactorOutcome>
}

const ADD = 'Cannot add the passkey'
const RENAME = 'Cannot rename the passkey'
const REMOVE = 'Cannot remove the passkey'

const MOST = 20
const LONGEST_NAME = 60

export function createOwnPasskeys(context: OwnContext): OwnPasskeys {
  const { store, viewer, clock, memory, publicUrl } = context
  const accountId = viewer.id
  const party = relyingPartyOf(publicUrl)

  return {
    async begin(password) {
      if (party === undefined) return { refusal: `${ADD}: this desk has no address for passkeys` }
      const refused = await passwordRefusalOf(context, { email: viewer.email, password })
      if (refused) return { ...refused, refusal: `${ADD}: ${refused.refusal}` }
      const known = await listPasskeys(store.db, accountId)
      if (known.length >= MOST) return { refusal: `${ADD}: an account has at most ${MOST}` }
      const account = await findAccountById(store.db, accountId)
      if (account === undefined) return { refusal: `${ADD}: the account was removed` }
      const options = await creationOptions(party, account, known)
      await memory.keep('challenge', { use: 'register', challenge: options.challenge, accountId })
      return { options }
    },

    async add({ name: typed, credential }) {
      const asked = await memory.take('challenge')
      const isOurs = asked?.use === 'register' && asked.accountId === accountId
      if (party === undefined || !isOurs) return refusing(ADD, { refusal: 'it took too long. Begin again' })
      const { challenge } = asked
      const checked = await checkCreation(party, { credential, challenge })
      if (checked === undefined) return refusing(ADD, { refusal: 'the browser’s answer was not accepted' })
      const name = parseName(typed) ?? 'Passkey'
      return store.write(async (trx) => {
        const isNew = await insertPasskey(trx, { ...checked, accountId, name, createdAt: clock() })
        if (!isNew) return refusing(ADD, { refusal: 'it was added before' })
        await noteFactor(trx, context, { action: 'factor.add', details: { kind: 'passkey', name } })
        return addFirstRecoveryCodes(trx, context)
      })
    },

    async rename(id, typed) {
      const name = parseName(typed)
      if (name === undefined)
        return refusing(RENAME, { refusal: `a name has 1 to ${LONGEST_NAME} characters`, field: 'name' })
      const isRenamed = await store.write((trx) => renamePasskey(trx, { id, accountId, name }))
      return isRenamed ? {} : refusing(RENAME, IS_GONE)
    },

    async remove({ id, password }) {
      const refused = await passwordRefusalOf(context, { email: viewer.email, password })
      if (refused) return refusing(REMOVE, refused)
      return store.write(async (trx) => {
        const [name] = await deletePasskeys(trx, { accountId, id })
        if (name === undefined) return refusing(REMOVE, IS_GONE)
        await noteFactor(trx, context, { action: 'factor.remove', details: { kind: 'passkey', name } })
        await deleteIdleRecoveryCodes(trx, accountId)
        return {}
      })
    },
  }
}

function parseName(typed: string): string | undefined {
  const name = typed.replaceAll(/\p{C}/gu, '').trim()
  return name === '' || name.length > LONGEST_NAME ? undefined : name
}

const IS_GONE = { refusal: 'it was removed already' }
