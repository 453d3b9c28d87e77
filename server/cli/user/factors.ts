import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import {
  areFactorsRequired,
  findFactorKinds,
  requireFactors,
} from '#server/store/accounts/factors/factor-rows.ts'

/** Whoever can run these can read the data, so no password is asked for. */
export const factorCommands: Command[] = [
  {
    words: ['user', 'factors'],
    argument: 'EMAIL',
    options: '[--remove]',
    flags: ['remove'],
    summary: 'show an account’s second factors, or remove them all',
    run: userFactors,
  },
  {
    words: ['factors', 'require'],
    argument: '[on|off]',
    flags: [],
    summary: 'show or change whether every account must have a second factor',
    run: requireOfAll,
  },
]

function userFactors(call: CommandCall): Promise<CommandResult> {
  const ref = { email: call.argument.trim().toLowerCase() }
  return withStore(call, async (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    if (call.flags.remove) {
      const outcome = await accounts.removeFactors(ref)
      if ('refusal' in outcome) return outcome
      const { id, email } = outcome.account
      return {
        json: { id, email, hasTotp: false, hasPasskey: false },
        text: `${email} has no second factor now`,
      }
    }
    const account = await accounts.find(ref)
    if (account === undefined) return { refusal: `Cannot show the factors: there is no user "${ref.email}"` }
    const kinds = await findFactorKinds(store.db, account.id)
    const names = [kinds.hasTotp && 'an authenticator app', kinds.hasPasskey && 'passkeys'].filter(Boolean)
    return {
      json: { id: account.id, email: account.email, ...kinds },
      text: `${account.email} has ${names.length === 0 ? 'no second factor' : names.join(' and ')}`,
    }
  })
}

function requireOfAll(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const word = call.argument
    if (word !== '' && word !== 'on' && word !== 'off') {
      return { refusal: `Cannot change who needs a second factor: "${word}" is neither on nor off` }
    }
    if (word !== '') {
      const isRequired = word === 'on'
      const entry = { action: 'factor.require', target: 'desk', details: { isRequired } } as const // one of the actions
      await store.write(async (trx) => {
        await requireFactors(trx, isRequired)
        await recordAudit(trx, { ...COMMAND, at: call.clock(), ...entry })
      })
    }
    const isRequired = await areFactorsRequired(store.db)
    return {
      json: { isRequired },
      text: isRequired ? 'Every account must have a second factor' : 'Accounts need no second factor',
    }
  })
}
