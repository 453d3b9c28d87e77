import { type Command, type CommandCall, type CommandResult, withStore } from '#server/cli/command.ts'
import type { Config } from '#server/config/config.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { formatDsn } from '#server/protocol/dsn.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { disableKey, insertKey, type KeyRow, listKeys } from '#server/store/projects/project-keys.ts'
import { findProjectRow, randomProjectKey } from '#server/store/projects/projects.ts'

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
  const origins = parseOrigins(call.flags.origins)
  if ('refusal' in origins) return origins
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, call.argument)
    if (!project) return { refusal: `Cannot add the key: there is no project "${call.argument}"` }
    const publicKey = randomProjectKey(call.random)
    const now = call.clock()
    const { allowedOrigins } = origins
    await store.write(async (trx) => {
      await insertKey(trx, { projectId: project.id, publicKey, allowedOrigins, now })
      const details = { publicKey, allowedOrigins }
      await recordAudit(trx, {
        ...COMMAND,
        at: now,
        action: 'project.key.add',
        target: project.slug,
        details,
      })
    })
    const key = toJson(call.config, project.id, {
      publicKey,
      isActive: true,
      createdAt: now,
      allowedOrigins,
      isForPages: false,
    })
    return {
      json: { project: project.slug, ...key },
      text: `Project ${project.slug} also reports to ${key.dsn}`,
    }
  })
}

function listProjectKeys(call: CommandCall): Promise<CommandResult> {
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, call.argument)
    if (!project) return { refusal: `Cannot list the keys: there is no project "${call.argument}"` }
    const rows = await listKeys(store.db, project.id)
    const keys = rows.map((row) => toJson(call.config, project.id, row))
    return { json: { project: project.slug, keys }, text: keys.map(describe).join('\n') }
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

function toJson({ publicUrl }: Config, projectId: number, row: KeyRow) {
  return { ...row, dsn: formatDsn(publicUrl, row.publicKey, projectId) }
}

function describe({ dsn, isActive, allowedOrigins, isForPages }: ReturnType<typeof toJson>): string {
  const from = allowedOrigins === null ? '' : `  from ${allowedOrigins.join(', ')}`
  const use = isForPages ? "  for the desk's own pages" : ''
  return `${isActive ? 'active  ' : 'disabled'}  ${dsn}${from}${use}`
}

/** Origins are written as browsers write them, since ingest compares them as texts. */
function parseOrigins(list: string | undefined): { allowedOrigins: string[] | null } | { refusal: string } {
  if (list === undefined) return { allowedOrigins: null }
  const allowedOrigins: string[] = []
  for (const text of list.split(',').map((part) => part.trim())) {
    const url = URL.parse(text)
    const isOrigin = url !== null && url.origin !== 'null' && url.href === `${url.origin}/`
    // A host may contain a star, but a star in an option is meant as a pattern.
    if (!isOrigin || url.host.includes('*')) {
      return { refusal: `Cannot add the key: "${text}" is not an origin like https://shop.example` }
    }
    allowedOrigins.push(url.origin)
  }
  return { allowedOrigins: [...new Set(allowedOrigins)] }
}
