import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { orStillCounting, StillCounting } from '#server/store/engine/still-counting.ts'
import type { Store } from '#server/store/engine/store.ts'
import {
  eraseUserData,
  findUserData,
  noUserData,
  type UserDataCounts,
} from '#server/store/erasure/erase-user.ts'
import type { Searched } from '#server/store/erasure/find-payloads.ts'
import { namesOf } from '#server/store/erasure/identity.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { type Command, type CommandCall, type CommandResult, withStore } from './command.ts'

const WHO = '[--id ID] [--email EMAIL] [--username NAME] [--ip IP] [--project NAME]'
const WHO_FLAGS = ['id', 'email', 'username', 'ip', 'project']

export const userDataCommands: Command[] = [
  {
    words: ['user-data', 'find'],
    options: WHO,
    flags: WHO_FLAGS,
    summary: 'count everything that is stored about a user of an application',
    run: find,
  },
  {
    words: ['user-data', 'export'],
    argument: 'FILE',
    options: WHO,
    flags: WHO_FLAGS,
    summary: 'write everything that is stored about a user to a new file, as JSON lines',
    run: exportAll,
  },
  {
    words: ['user-data', 'erase'],
    options: `${WHO} --yes`,
    flags: [...WHO_FLAGS, 'yes'],
    summary: 'erase everything that is stored about a user; it cannot be undone',
    run: erase,
  },
]

/** `work` ends the sentence of a refusal. */
async function withUser(
  call: CommandCall,
  work: string,
  use: (store: Store, searched: Searched) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { id, email, username, ip, project: projectName } = call.flags
  const identity = { id, email, username, ip }
  if (Object.values(identity).every((part) => part === undefined || part.trim() === '')) {
    return { refusal: `Cannot ${work}: say whose, with --id, --email, --username or --ip` }
  }
  const useProject = async (store: Store) => {
    if (projectName === undefined) return use(store, { identity })
    const project = await findProjectRow(store.db, projectName)
    if (project === undefined) return { refusal: `Cannot ${work}: there is no project "${projectName}"` }
    return use(store, { identity, projectId: project.id })
  }
  return withStore(call, useProject, { overwritesDeleted: true })
}

function find(call: CommandCall): Promise<CommandResult> {
  return withUser(call, 'find data of a user', async (store, searched) => {
    const counts = noUserData()
    for await (const { kind } of findUserData(store.db, searched)) counts[kind]++
    return { json: counts, text: `Found ${inWords(counts)}` }
  })
}

function exportAll(call: CommandCall): Promise<CommandResult> {
  return withUser(call, 'export data of a user', async (store, searched) => {
    const counts = noUserData()
    const file = await open(call.argument, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => error)
    if (file instanceof Error)
      return { refusal: `Cannot export data of a user: ${call.argument} cannot be made (${file.code})` }
    try {
      for await (const item of findUserData(store.db, searched)) {
        counts[item.kind]++
        await file.write(`${JSON.stringify(item)}\n`)
      }
    } finally {
      await file.close()
    }
    await record(call, store, { action: 'user-data.export', searched, counts })
    return { json: { file: call.argument, ...counts }, text: `Wrote ${inWords(counts)} to ${call.argument}` }
  })
}

function erase(call: CommandCall): Promise<CommandResult> {
  if (!call.flags.yes)
    return Promise.resolve({
      refusal:
        'Cannot erase data of a user: it cannot be undone. See what goes with "user-data find", then add --yes',
    })
  return withUser(call, 'erase data of a user', async (store, searched) => {
    const counts = await orStillCounting(eraseUserData(store, searched))
    if (counts instanceof StillCounting)
      return { refusal: `Cannot erase the names in tags and titles yet: ${counts.message}. Run it again` }
    await record(call, store, { action: 'user-data.erase', searched, counts })
    return {
      json: counts,
      text: `Erased ${inWords(counts)}\nEarlier backups and exports still have it`,
    }
  })
}

interface Done {
  action: AuditAction
  searched: Searched
  counts: UserDataCounts
}

/**
 * The audit log says that it was done, and how much it was. It must not keep what was erased, so it names the user by
 * hashes, which whoever knows an id or an address can compute again.
 */
function record(call: CommandCall, store: Store, { action, searched, counts }: Done): Promise<void> {
  const target = namesOf(searched.identity)
    .map((name) => `sha256:${hash('sha256', name.toLowerCase())}`)
    .join(' ')
  const details = { ...counts, project: searched.projectId ?? null }
  return store.write((trx) => recordAudit(trx, { ...COMMAND, at: call.clock(), action, target, details }))
}

const WORDS: Readonly<Record<keyof UserDataCounts, readonly [one: string, many: string]>> = {
  events: ['event', 'events'],
  spans: ['group of spans', 'groups of spans'],
  logs: ['log', 'logs'],
  metrics: ['metric', 'metrics'],
  segments: ['transaction', 'transactions'],
  feedback: ['feedback message', 'feedback messages'],
  tags: ['value of tags', 'values of tags'],
  issues: ['text of an issue', 'texts of issues'],
  commits: ['commit', 'commits'],
}

/** Lists what there is, by kind. */
function inWords(counts: UserDataCounts): string {
  const parts = Object.entries(WORDS).flatMap(([kind, [one, many]]) => {
    const count = counts[kind as keyof UserDataCounts] // the keys of WORDS are those of the counts
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return parts.length === 0 ? 'nothing about this user' : parts.join(', ')
}
