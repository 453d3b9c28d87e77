import type { ProjectDetail } from '#server/models/projects.ts'
import { examine } from '#server/process/doctor/doctor.ts'
import { thisRuntime } from '#server/process/doctor/runtime.ts'
import { alertCommands } from './alerts/alerts.ts'
import { backUp, restore } from './backup.ts'
import { type Command, type CommandCall, type CommandResult, withDesk } from './command.ts'
import { demoCommand } from './demo.ts'
import { monitorCommands } from './monitor.ts'
import { moveCommand } from './move/move.ts'
import { filterCommands } from './project/filter.ts'
import { keyCommands } from './project/key.ts'
import { limitProject } from './project/limit.ts'
import { retentionCommand } from './project/retention.ts'
import { ruleCommands } from './project/rule.ts'
import { sessionCommands } from './session.ts'
import { addSourceMaps } from './sourcemaps/add.ts'
import { explainSourceMaps } from './sourcemaps/explain.ts'
import { fetchSourceMap } from './sourcemaps/fetch.ts'
import { hostedOrigins } from './sourcemaps/origins.ts'
import { tokenCommands } from './token.ts'
import { usageCommand } from './usage.ts'
import { factorCommands } from './user/factors.ts'
import { identityCommands } from './user/identities.ts'
import { inviteCommands } from './user/invite.ts'
import { userCommands } from './user.ts'
import { userDataCommands } from './user-data.ts'

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
    summary: 'show or set rate limits; 0 accepts nothing, --off removes all limits',
    run: limitProject,
  },
  ...keyCommands,
  ...filterCommands,
  retentionCommand,
  ...ruleCommands,
  ...tokenCommands,
  ...userCommands,
  ...inviteCommands,
  ...factorCommands,
  ...identityCommands,
  ...sessionCommands,
  ...userDataCommands,
  {
    words: ['backup'],
    argument: 'FILE',
    flags: [],
    summary: 'back up everything, attachments included, to one new file',
    run: backUp,
  },
  {
    words: ['restore'],
    argument: 'FILE',
    flags: [],
    summary: 'replace the stored data with a backup; stop the desk first',
    run: restore,
  },
  moveCommand,
  ...monitorCommands,
  ...alertCommands,
  addSourceMaps,
  fetchSourceMap,
  hostedOrigins,
  explainSourceMaps,
  usageCommand,
  demoCommand,
  { words: ['doctor'], flags: [], summary: 'check this installation', run: runDoctor },
]

function addProject(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const added = await desk.projects.create(call.argument)
    if ('refusal' in added) return added
    const { project } = added
    return { json: toProjectJson(project), text: `Project ${project.slug} reports to ${project.dsn}` }
  })
}

function listProjects(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const summaries = await desk.projects.list()
    const found = await Promise.all(summaries.map(({ slug }) => desk.projects.find(slug)))
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
