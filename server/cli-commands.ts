import { addAccount } from './accounts/add-account.ts'
import { newSecret } from './accounts/secrets.ts'
import { createToken, parseTokenScope } from './accounts/tokens.ts'
import { backUp, restore } from './cli-backup.ts'
import { type Command, type CommandCall, type CommandResult, withDesk, withStore } from './cli-command.ts'
import { demoCommand } from './cli-demo.ts'
import { monitorCommands } from './cli-monitor.ts'
import { filterCommands } from './cli-project-filter.ts'
import { keyCommands } from './cli-project-key.ts'
import { limitProject } from './cli-project-limit.ts'
import { retentionCommand } from './cli-project-retention.ts'
import { ruleCommands } from './cli-project-rule.ts'
import { usageCommand } from './cli-usage.ts'
import type { ProjectDetail } from './desk.ts'
import { examine, thisRuntime } from './doctor.ts'

export const commands: Command[] = [
  {
    words: ['project', 'add'],
    argument: 'NAME',
    flags: [],
    summary: 'add a project and print its DSN',
    run: addProject,
  },
  { words: ['project', 'list'], flags: [], summary: 'list projects and their DSNs', run: listProjects },
  {
    words: ['project', 'limit'],
    argument: 'NAME',
    options: '[--per-minute N] [--per-hour N] [--per-month N] [--category C] [--each-key] [--off]',
    flags: ['per-minute', 'per-hour', 'per-month', 'category', 'each-key', 'off'],
    summary: 'show or set how much is taken; 0 takes nothing, --off lifts the limits',
    run: limitProject,
  },
  ...keyCommands,
  ...filterCommands,
  retentionCommand,
  ...ruleCommands,
  {
    words: ['token', 'add'],
    argument: 'NAME',
    options: '[--scope read|write]',
    flags: ['scope'],
    summary: 'make a token for the API (read) and print it once',
    run: addToken,
  },
  {
    words: ['user', 'add'],
    argument: 'EMAIL',
    options: '[--password-stdin]',
    flags: ['password-stdin'],
    summary: 'add an account; without a password on stdin, one is made and printed once',
    run: addUser,
  },
  {
    words: ['backup'],
    argument: 'FILE',
    flags: [],
    summary: 'copy everything, attachments too, into one new file',
    run: backUp,
  },
  {
    words: ['restore'],
    argument: 'FILE',
    flags: [],
    summary: 'put a backup in the place of what is stored; the desk must not run',
    run: restore,
  },
  ...monitorCommands,
  usageCommand,
  demoCommand,
  { words: ['doctor'], flags: [], summary: 'examine this installation', run: runDoctor },
]

function addProject(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const added = await desk.createProject(call.argument)
    if ('refusal' in added) return added
    const { project } = added
    return { json: toProjectJson(project), text: `Project ${project.slug} reports to ${project.dsn}` }
  })
}

function listProjects(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const summaries = await desk.listProjects()
    const found = await Promise.all(summaries.map(({ slug }) => desk.findProject(slug)))
    const projects = found.filter((project) => project !== undefined)
    const width = Math.max(...projects.map(({ slug }) => slug.length))
    return {
      json: projects.map(toProjectJson),
      text: projects.map(({ slug, dsn }) => `${slug.padEnd(width)}  ${dsn || '(no active key)'}`).join('\n'),
    }
  })
}

function toProjectJson({ id, slug, name, dsn }: ProjectDetail) {
  return { id, slug, name, dsn }
}

async function addToken(call: CommandCall): Promise<CommandResult> {
  const scope = parseTokenScope(call.flags.scope ?? 'read')
  const name = call.argument.trim()
  if (!scope)
    return { refusal: `Cannot add the token: scope "${call.flags.scope}" is neither read nor write` }
  if (name === '' || name.length > 80)
    return { refusal: 'Cannot add the token: its name needs 1 to 80 characters' }
  return withStore(call, async (store) => {
    const { id, token } = await store.write((trx) =>
      createToken(trx, { name, scope, now: call.clock(), random: call.random }),
    )
    return { json: { id, name, scope, token }, text: `${token}\nKeep it: it is not shown again.` }
  })
}

async function addUser(call: CommandCall): Promise<CommandResult> {
  const given = call.flags['password-stdin'] ? await readLine(call.stdin) : undefined
  const password = given ?? newSecret(call.random)
  return withStore(call, async (store) => {
    const added = await addAccount({ store, email: call.argument, password, clock: call.clock })
    if ('refusal' in added) return added
    const { account } = added
    const isMade = given === undefined
    return {
      json: isMade ? { ...account, password } : account,
      text:
        `${account.email} may sign in as ${account.role}` +
        (isMade ? ` with this password, which is not shown again:\n${password}` : ''),
    }
  })
}

async function runDoctor({ config, clock }: CommandCall): Promise<CommandResult> {
  const checks = await examine(config, { ...thisRuntime, now: clock })
  const isFailure = checks.some(({ state }) => state === 'fail')
  return {
    isFailure,
    json: { ok: !isFailure, checks },
    text: checks
      .map(({ state, name, message }) => `${state.padEnd(4)}  ${name.padEnd(10)}  ${message}`)
      .join('\n'),
  }
}

const LONGEST_LINE = 4096

/** The first line: what a file or `echo` adds at the end is no part of a password. */
async function readLine(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > LONGEST_LINE) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
