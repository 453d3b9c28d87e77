import {
  type Command,
  type CommandCall,
  type CommandResult,
  withDesk,
  withStore,
} from '#server/cli/command.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import type { ShownKey } from '#server/models/settings/project-settings.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { disableKey } from '#server/store/projects/project-keys.ts'

/** A key is changed by adding another, giving its DSN to the applications, and disabling the old one. */
export const keyCommands: Command[] = [
  {
    words: ['project', 'key', 'add'],
    argument: 'NAME',
    options: '[--origins LIST]',
    flags: ['origins'],
    summary: 'add another key, for all origins or only for some',
    run: addKey,
  },
  {
    words: ['project', 'key', 'list'],
    argument: 'NAME',
    flags: [],
    summary: "list a project's keys and their DSNs",
    run: listProjectKeys,
  },
  {
    words: ['project', 'key', 'disable'],
    argument: 'KEY',
    flags: [],
    summary: 'stop accepting anything sent with this key',
    run: disable,
  },
]

async function addKey(call: CommandCall): Promise<CommandResult> {
  const { origins } = call.flags
  if (origins?.trim() === '')
    return { refusal: 'Cannot add the key: "" is not an origin like https://shop.example' }
  return withDesk(call, async (desk) => {
    const slug = call.argument
    if (!(await desk.projects.find(slug)))
      return { refusal: `Cannot add the key: there is no project "${slug}"` }
    const { keys } = desk.projects.settings
    const added = await keys.add(slug, origins ?? '')
    if ('refusal' in added) return { refusal: added.refusal }
    const key = (await keys.list(slug)).find(({ publicKey }) => publicKey === added.publicKey)
    return {
      json: { project: slug, ...(key && toJson(key)) },
      text: `Project ${slug} also reports to ${added.dsn}`,
    }
  })
}

function listProjectKeys(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const slug = call.argument
    if (!(await desk.projects.find(slug)))
      return { refusal: `Cannot list the keys: there is no project "${slug}"` }
    const keys = await desk.projects.settings.keys.list(slug)
    return { json: { project: slug, keys: keys.map(toJson) }, text: keys.map(describe).join('\n') }
  })
}

function disable(call: CommandCall): Promise<CommandResult> {
  const publicKey = call.argument
  return withStore(call, async (store) => {
    const isDone = await store.write(async (trx) => {
      const isThere = await disableKey(trx, publicKey)
      const entry = { ...COMMAND, at: call.clock(), action: 'project.key.change' } as const // an action's name
      if (isThere) await recordAudit(trx, { ...entry, target: publicKey })
      return isThere
    })
    if (!isDone) return { refusal: `Cannot disable the key: there is no key "${publicKey}"` }
    return {
      json: { publicKey, isActive: false },
      text: `Key ${publicKey} is disabled; this takes effect within a second`,
    }
  })
}

function describe({ dsn, isActive, allowedOrigins, isForPages }: ShownKey): string {
  const from = allowedOrigins === null ? '' : `  from ${allowedOrigins.join(', ')}`
  const use = isForPages ? "  for the desk's own pages" : ''
  return `${isActive ? 'active  ' : 'disabled'}  ${dsn}${from}${use}`
}

/** A version is for forms: whoever gives a command sees what is there when it runs. */
function toJson({ version: _version, ...key }: ShownKey) {
  return key
}
