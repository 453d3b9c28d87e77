import { addAccount } from '#server/accounts/add-account.ts'
import { type AccountManager, createAccountManager } from '#server/accounts/manage-accounts.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { parseRole, ROLES, type Role } from '#server/models/accounts/roles.ts'
import type { ListedAccount } from '#server/store/accounts/manage-accounts.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'
import { readLine } from './read-secret.ts'
import { sessionsInWords } from './session.ts'
import { formatDay, formatTable } from './table.ts'

export const userCommands: Command[] = [
  {
    words: ['user', 'add'],
    argument: 'EMAIL',
    options: '[--password-stdin]',
    flags: ['password-stdin'],
    summary: 'add an account; without a password on stdin, one is generated and printed once',
    run: addUser,
  },
  { words: ['user', 'list'], flags: [], summary: 'list accounts', run: listUsers },
  {
    words: ['user', 'password'],
    argument: 'EMAIL',
    options: '[--generate | --password-stdin]',
    flags: ['generate', 'password-stdin'],
    summary: 'set a new password, entered in the terminal, and end the sessions',
    run: changePassword,
  },
  ...change('disable', 'disable an account and end its sessions', 'is disabled'),
  ...change('enable', 'let a disabled account sign in again', 'can sign in'),
  {
    words: ['user', 'role'],
    argument: 'EMAIL ROLE',
    flags: [],
    summary: 'make the account a viewer, member, admin or owner',
    run: changeRole,
  },
  {
    words: ['user', 'promote'],
    argument: 'EMAIL',
    flags: [],
    summary: 'make the account an owner',
    run: (call) => giveRole(call, emailOf(call), 'owner'),
  },
  ...change('remove', 'delete an account; its changes and comments keep its name', 'is removed'),
]

async function addUser(call: CommandCall): Promise<CommandResult> {
  const given = call.flags['password-stdin'] ? await readLine(call.stdin) : undefined
  const password = given ?? newSecret(call.random)
  return withStore(call, async (store) => {
    const added = await addAccount({ store, email: call.argument, password, clock: call.clock, by: COMMAND })
    if ('refusal' in added) return added
    const { account } = added
    const isMade = given === undefined
    return {
      json: isMade ? { ...account, password } : account,
      text:
        `${account.email} can sign in as ${account.role}` +
        (isMade ? ` with this password, which is not shown again:\n${password}` : ''),
    }
  })
}

function listUsers(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const accounts = await createAccountManager(store, call.clock, COMMAND).list()
    return {
      json: accounts,
      text: accounts.length === 0 ? 'There are no accounts' : formatTable(accounts.map(toRow)),
    }
  })
}

function toRow({ email, role, createdAt, disabledAt, sessionCount }: ListedAccount): string[] {
  const state =
    disabledAt === null ? sessionsInWords(sessionCount) : `disabled since ${formatDay(disabledAt)}`
  return [email, role, `since ${formatDay(createdAt)}`, state]
}

/** Anyone who runs this can read the data, so it does not ask for the old password. */
async function changePassword(call: CommandCall): Promise<CommandResult> {
  const given = await newPassword(call)
  if ('refusal' in given) return given
  const { password, isMade } = given
  return withStore(call, async (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    const outcome = await accounts.changePassword({ email: emailOf(call) }, password)
    if ('refusal' in outcome) return outcome
    const { account, endedSessions } = outcome
    const json = { id: account.id, email: account.email, endedSessions }
    const made = isMade ? `\nThe new password, which is not shown again:\n${password}` : ''
    return {
      json: isMade ? { ...json, password } : json,
      text: `The password of ${account.email} was changed; ${sessionsInWords(endedSessions)} ended${made}`,
    }
  })
}

type NewPassword = { password: string; isMade: boolean } | { refusal: string }

async function newPassword({ flags, random, stdin, askSecret }: CommandCall): Promise<NewPassword> {
  if (flags.generate) return { password: newSecret(random), isMade: true }
  if (flags['password-stdin']) return { password: await readLine(stdin), isMade: false }
  if (!askSecret) {
    const message = 'there is no terminal to ask in; use --generate or --password-stdin'
    return { refusal: `Cannot change the password: ${message}` }
  }
  const password = await askSecret('New password: ')
  if (password === undefined) return { refusal: 'Cannot change the password: it was cancelled' }
  if ((await askSecret('Again: ')) === password) return { password, isMade: false }
  return { refusal: 'Cannot change the password: the two passwords differ' }
}

type Change = 'disable' | 'enable' | 'remove'

function change(verb: Change, summary: string, done: string): Command[] {
  const run = (call: CommandCall) =>
    withStore(call, async (store) => {
      const accounts: AccountManager = createAccountManager(store, call.clock, COMMAND)
      const outcome = await accounts[verb]({ email: emailOf(call) })
      if ('refusal' in outcome) return outcome
      const { account, endedSessions } = outcome
      const ended = endedSessions > 0 ? `; ${sessionsInWords(endedSessions)} ended` : ''
      return { json: { ...account, endedSessions }, text: `${account.email} ${done}${ended}` }
    })
  return [{ words: ['user', verb], argument: 'EMAIL', flags: [], summary, run }]
}

function changeRole(call: CommandCall): Promise<CommandResult> {
  const [email = '', name = ''] = call.argument.trim().toLowerCase().split(' ')
  const role = parseRole(name)
  if (role !== undefined) return giveRole(call, email, role)
  return Promise.resolve({ refusal: `Cannot change the role: "${name}" is not one of ${ROLES.join(', ')}` })
}

function giveRole(call: CommandCall, email: string, role: Role): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const outcome = await createAccountManager(store, call.clock, COMMAND).changeRole({ email }, role)
    if ('refusal' in outcome) return outcome
    const { account, endedSessions } = outcome
    const article = /^[ao]/.test(role) ? 'an' : 'a'
    return { json: { ...account, endedSessions }, text: `${account.email} is ${article} ${role}` }
  })
}

function emailOf({ argument }: CommandCall): string {
  return argument.trim().toLowerCase()
}
