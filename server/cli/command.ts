import type { parseArgs } from 'node:util'
import type { Random } from '#server/accounts/secrets.ts'
import type { Config } from '#server/config/config.ts'
import { databaseFile, databasePlace, requireDataDir } from '#server/config/data-dir.ts'
import { createDesk, type DeskOptions } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { Store, StoreOptions } from '#server/store/engine/store.ts'
import { openStore } from '#server/store/open-store.ts'
import { randomProjectKey } from '#server/store/projects/projects.ts'
import { requireSoundDatabase } from '#server/store/sqlite/check-database.ts'

/** The options of all commands together; each command lists its own. */
export const FLAGS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  scope: { type: 'string' },
  expires: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  generate: { type: 'boolean' },
  all: { type: 'boolean' },
  role: { type: 'string' },
  to: { type: 'string' },
  'per-minute': { type: 'string' },
  'per-hour': { type: 'string' },
  'per-month': { type: 'string' },
  category: { type: 'string' },
  'each-key': { type: 'boolean' },
  off: { type: 'boolean' },
  origins: { type: 'string' },
  enable: { type: 'string' },
  disable: { type: 'string' },
  message: { type: 'string', multiple: true },
  release: { type: 'string', multiple: true },
  name: { type: 'string', multiple: true },
  exempt: { type: 'string', multiple: true },
  'max-events': { type: 'string' },
  days: { type: 'string' },
  match: { type: 'string', multiple: true },
  fingerprint: { type: 'string', multiple: true },
  title: { type: 'string' },
  level: { type: 'string' },
  drop: { type: 'boolean' },
  position: { type: 'string' },
  remove: { type: 'boolean' },
  project: { type: 'string' },
  dist: { type: 'string' },
  'url-prefix': { type: 'string' },
  allow: { type: 'string' },
  forbid: { type: 'string' },
  from: { type: 'string' },
  finish: { type: 'boolean' },
  forget: { type: 'boolean' },
  id: { type: 'string' },
  email: { type: 'string' },
  username: { type: 'string' },
  ip: { type: 'string' },
  yes: { type: 'boolean' },
  minutes: { type: 'string' },
  reason: { type: 'string' },
  state: { type: 'string' },
} as const // parseArgs infers what it returns from the literals

export type Flags = ReturnType<typeof parseArgs<{ options: typeof FLAGS }>>['values']

export interface Command {
  words: string[]
  /** An argument in brackets is optional; a space is between two, of which no one has a space itself. */
  argument?: string
  /** The options, as the help shows them. */
  options?: string
  flags: string[]
  summary: string
  run(call: CommandCall): Promise<CommandResult>
}

export interface CommandCall {
  argument: string
  flags: Flags
  config: Config
  stdin: AsyncIterable<Uint8Array | string>
  /**
   * Asks for a secret without showing it, and gives undefined if it is cancelled. It is undefined if there is no
   * terminal.
   */
  askSecret: ((question: string) => Promise<string | undefined>) | undefined
  /** Tells a waiting user what is being done. It is not part of the answer. */
  say: (line: string) => void
  clock: () => number
  random: Random
}

/** `text` is for readers, `json` for scripts; `isFailure` ends with 1 although there is an answer. */
export type CommandResult = { text: string; json: unknown; isFailure?: boolean } | { refusal: string }

export async function withStore(
  { config, clock }: CommandCall,
  use: (store: Store) => Promise<CommandResult>,
  options: Pick<StoreOptions, 'overwritesDeleted'> = {},
): Promise<CommandResult> {
  if (config.databaseUrl === undefined) {
    requireDataDir(config.dataDir)
    requireSoundDatabase(databaseFile(config.dataDir), 'header')
  }
  const store = await openStore({ place: databasePlace(config), clock, ...options })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

export function withDesk(
  call: CommandCall,
  use: (desk: Desk) => Promise<CommandResult>,
  more: Pick<DeskOptions, 'delivering'> = {},
): Promise<CommandResult> {
  const { config, clock } = call
  // Anyone who can run this can read the database, so there is nothing to hide.
  const viewer = { id: 0, email: 'command line', role: 'owner' } as const // a role, not a text
  const { publicUrl } = config
  const newKey = () => randomProjectKey(call.random)
  return withStore(call, (store) =>
    use(createDesk({ store, sees: 'all', viewer, by: COMMAND, publicUrl, clock, newKey, ...more })),
  )
}
