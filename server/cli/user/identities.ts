import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import { formatMinute, formatTable } from '#server/cli/table.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { listIdentities } from '#server/store/accounts/identities.ts'

/** The providers that accounts are linked to. */
export const identityCommands: Command[] = [
  {
    words: ['user', 'identities'],
    argument: 'EMAIL',
    options: '[--remove]',
    flags: ['remove'],
    summary: 'show the OpenID providers that an account is linked to, or unlink it and end its sessions',
    run: userIdentities,
  },
]

function userIdentities(call: CommandCall): Promise<CommandResult> {
  const ref = { email: call.argument.trim().toLowerCase() }
  return withStore(call, async (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    if (call.flags.remove) {
      const outcome = await accounts.unlink(ref)
      if ('refusal' in outcome) return outcome
      const { id, email } = outcome.account
      return { json: { id, email, identities: [] }, text: `${email} is linked to no provider now` }
    }
    const account = await accounts.find(ref)
    if (account === undefined)
      return { refusal: `Cannot show the providers: there is no user "${ref.email}"` }
    const identities = await listIdentities(store.db, account.id)
    const rows = identities.map(({ issuer, subject, createdAt }) => [
      issuer,
      subject,
      `since ${formatMinute(createdAt)}`,
    ])
    return {
      json: { id: account.id, email: account.email, identities },
      text: rows.length === 0 ? `${account.email} is linked to no provider` : formatTable(rows),
    }
  })
}
