import {
  createInvitations,
  type Invitations,
  type MadeInvitation,
} from '#server/accounts/links/invitations.ts'
import type { LinkIssuer } from '#server/accounts/links/links.ts'
import { createReset } from '#server/accounts/links/resets.ts'
import { createAccountManager } from '#server/accounts/manage-accounts.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import { formatMinute, formatTable } from '#server/cli/table.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseRole } from '#server/models/accounts/roles.ts'
import { hasAccounts } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'

/** Links that let people in, for people who run the desk. */
export const inviteCommands: Command[] = [
  {
    words: ['user', 'invite'],
    argument: 'EMAIL',
    options: '[--role viewer|member|admin|owner]',
    flags: ['role'],
    summary: 'print a link for a new user (a member by default), which works once and for 7 days',
    run: invite,
  },
  {
    words: ['user', 'invitations'],
    flags: [],
    summary: 'list invitations that were not accepted yet',
    run: listAll,
  },
  {
    words: ['user', 'uninvite'],
    argument: 'EMAIL',
    flags: [],
    summary: 'revoke the invitation of an address',
    run: revoke,
  },
  {
    words: ['user', 'reset'],
    argument: 'EMAIL',
    flags: [],
    summary: 'print a link to choose a new password, which works once and for 24 hours',
    run: reset,
  },
  {
    words: ['user', 'email'],
    argument: 'EMAIL',
    options: '--to EMAIL',
    flags: ['to'],
    summary: 'change the address of an account',
    run: changeAddress,
  },
]

/** Whoever runs a command may do what an owner may. */
function issuerOf(call: CommandCall, store: Store): LinkIssuer {
  const { clock, random, config } = call
  return { store, clock, random, publicUrl: config.publicUrl, by: COMMAND, role: 'owner' }
}

function withInvitations(call: CommandCall, use: (invitations: Invitations) => Promise<CommandResult>) {
  return withStore(call, (store) => use(createInvitations(issuerOf(call, store))))
}

async function invite(call: CommandCall): Promise<CommandResult> {
  const role = parseRole(call.flags.role ?? 'member')
  if (role === undefined)
    return { refusal: `Cannot invite: role "${call.flags.role}" is not viewer, member, admin or owner` }
  return withStore(call, async (store) => {
    if (!(await hasAccounts(store.db)))
      return { refusal: 'Cannot invite: there is no owner yet; add one with "user add EMAIL"' }
    const made = await createInvitations(issuerOf(call, store)).invite({ email: call.argument, role })
    return 'refusal' in made ? { refusal: made.refusal } : { json: made, text: linkText(made) }
  })
}

function linkText({ link, email, role, expiresAt }: MadeInvitation): string {
  return `${link}\nIt lets ${email} in as ${role}, once, until ${formatMinute(expiresAt)} UTC. It is not shown again.`
}

function listAll(call: CommandCall): Promise<CommandResult> {
  return withInvitations(call, async (invitations) => {
    const pending = await invitations.list()
    const rows = pending.map(({ email, role, invitedBy, createdAt, expiresAt }) => [
      email,
      role,
      `by ${invitedBy ?? 'command'}`,
      `since ${formatMinute(createdAt)}`,
      `until ${formatMinute(expiresAt)}`,
    ])
    return { json: pending, text: rows.length === 0 ? 'There are no invitations' : formatTable(rows) }
  })
}

function revoke(call: CommandCall): Promise<CommandResult> {
  return withInvitations(call, async (invitations) => {
    const email = call.argument.trim().toLowerCase()
    const pending = (await invitations.list()).find((each) => each.email === email)
    if (!pending) return { refusal: `Cannot revoke the invitation: none is open for "${email}"` }
    const revoked = await invitations.revoke(pending.id)
    if ('refusal' in revoked) return { refusal: revoked.refusal }
    return { json: { email, isRevoked: true }, text: `The invitation of ${email} is revoked` }
  })
}

function reset(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const made = await createReset(issuerOf(call, store), { email: call.argument.trim().toLowerCase() })
    if ('refusal' in made) return { refusal: made.refusal }
    const { link, email, expiresAt } = made
    const until = formatMinute(expiresAt)
    return {
      json: made,
      text: `${link}\nIt sets a new password for ${email}, once, until ${until} UTC. It is not shown again.`,
    }
  })
}

function changeAddress(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    const email = call.argument.trim().toLowerCase()
    const outcome = await accounts.changeAddress({ email }, call.flags.to ?? '')
    if ('refusal' in outcome) return outcome
    const { account } = outcome
    return { json: { id: account.id, email: account.email }, text: `${email} is now ${account.email}` }
  })
}
