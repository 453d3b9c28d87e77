import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/account/factors.ts'
import type { FactorOutcome } from '#server/accounts/factors/own-context.ts'
import type { OwnPasskeys } from '#server/accounts/factors/own-passkeys.ts'

export type FactorsValue = { recoveryCodes: string[] } | Awaited<ReturnType<OwnPasskeys['begin']>>

export async function action({ accounts, form }: ActionContext): Promise<ActionResult<FactorsValue>> {
  const factors = accounts.openFactors()
  const { totp, passkeys } = factors
  const id = form.get('id') ?? ''
  const field = (name: string) => form.get(fieldOf(form, name)) ?? ''
  switch (form.get('change')) {
    case 'begin-app':
      return toResult(await totp.begin(field('password')))
    case 'confirm-app':
      return toResult(await totp.confirm(field('code')), say.app.isOn)
    case 'cancel-app':
      return toResult((await totp.cancel()) ?? {})
    case 'turn-app-off':
      return toResult(await totp.turnOff({ password: field('password'), code: field('code') }), say.app.isOff)
    case 'ask-passkey':
      return done({ value: await passkeys.begin(field('password')), changed: [] })
    case 'add-passkey': {
      const credential = form.get('credential') ?? ''
      return toResult(await passkeys.add({ name: field('name'), credential }), say.passkeys.added)
    }
    case 'rename-passkey':
      return toResult(await passkeys.rename(id, field('name')), say.passkeys.renamed)
    case 'remove-passkey':
      return toResult(await passkeys.remove({ id, password: field('password') }), say.passkeys.removed)
    case 'renew-codes':
      return toResult(await factors.renewRecoveryCodes(field('password')), say.recovery.renewed)
    case 'require':
      return toResult(await factors.requireOfAll(form.get('isRequired') === 'yes'), say.everybody.done)
    default:
      return refused(say.unknownChange, form)
  }

  function toResult(outcome: FactorOutcome, message?: string): ActionResult<FactorsValue> {
    if ('refusal' in outcome) {
      return refused(outcome.refusal, form, outcome.field && fieldOf(form, outcome.field))
    }
    const { recoveryCodes } = outcome
    return done({ ...(message && { message }), ...(recoveryCodes && { value: { recoveryCodes } }) })
  }
}

/** Several forms of the page ask for the same: their fields have different names, so that a refusal is shown in one. */
function fieldOf(form: URLSearchParams, name: string): string {
  const of = form.get('of')
  return of === null ? name : `${of}-${name}`
}
