import { type AccountManager, createAccountManager } from '#server/accounts/manage-accounts.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { SessionRow } from '#server/store/accounts/account-sessions.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'
import { formatMinute, formatTable } from './table.ts'

export const sessionCommands: Command[] = [
  {
    words: ['session', 'list'],
    argument: '[EMAIL]',
    flags: [],
    summary: 'list all sessions, or those of one account',
    run: listAll,
  },
  {
    words: ['session', 'end'],
    argument: 'ID',
    options: '| --all EMAIL',
    flags: ['all'],
    summary: 'end one session, or all sessions of an account, within a second',
    run: end,
  },
]

function listAll(call: CommandCall): Promise<CommandResult> {
  const email = call.argument.trim().toLowerCase()
  return withStore(call, async (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    const account = email === '' ? undefined : await accounts.find({ email })
    if (email !== '' && !account) {
      return { refusal: `Cannot list the sessions: there is no user "${email}"` }
    }
    const sessions = await accounts.listSessions(account?.id)
    return {
      json: sessions,
      text: sessions.length === 0 ? 'There are no sessions' : formatTable(sessions.map(toRow)),
    }
  })
}

function toRow({ id, email, createdAt, expiresAt, ip, userAgent }: SessionRow): string[] {
  const from = ip === null ? '' : `from ${ip}`
  return [
    id,
    email,
    `since ${formatMinute(createdAt)}`,
    `until ${formatMinute(expiresAt)}`,
    from,
    userAgent ?? '',
  ]
}

function end(call: CommandCall): Promise<CommandResult> {
  return withStore(call, (store) => {
    const accounts = createAccountManager(store, call.clock, COMMAND)
    return call.flags.all ? endAll(accounts, call.argument) : endOne(accounts, call.argument)
  })
}

async function endOne(accounts: AccountManager, id: string): Promise<CommandResult> {
  if (!(await accounts.endSession(id))) {
    return { refusal: `Cannot end the session: there is no session "${id}"; "session list" shows the ids` }
  }
  return { json: { id, isEnded: true }, text: `Session ${id} has ended` }
}

async function endAll(accounts: AccountManager, email: string): Promise<CommandResult> {
  const outcome = await accounts.endSessions({ email: email.trim().toLowerCase() })
  if ('refusal' in outcome) return outcome
  const { account, endedSessions } = outcome
  return {
    json: { email: account.email, endedSessions },
    text: `${sessionsInWords(endedSessions)} of ${account.email} ended`,
  }
}

export function sessionsInWords(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`
}
