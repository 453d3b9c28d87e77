import type { MonitorSummary } from '#server/desk/records/monitors.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import { deleteMonitor } from '#server/store/records/monitors/delete-monitor.ts'
import { type Command, type CommandCall, type CommandResult, withDesk, withStore } from './command.ts'

export const monitorCommands: Command[] = [
  {
    words: ['monitor', 'list'],
    argument: 'NAME',
    flags: [],
    summary: "list a project's monitors and their states",
    run: listMonitors,
  },
  {
    words: ['monitor', 'remove'],
    argument: 'NAME/SLUG',
    flags: [],
    summary: 'delete a monitor with its check-ins; its next check-in creates it again',
    run: removeMonitor,
  },
]

const MONITORS_AT_ONCE = 200

function listMonitors(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const project = await desk.projects.find(call.argument)
    if (!project) return { refusal: `Cannot list the monitors: there is no project "${call.argument}"` }
    const monitors: MonitorSummary[] = []
    let cursor: string | undefined
    do {
      const filter = { project: project.slug, environment: undefined, cursor, limit: MONITORS_AT_ONCE }
      const page = await desk.monitors.list(filter)
      monitors.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const sorted = monitors.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    const lines = sorted.map(({ slug, schedule, environments }) => {
      const states = environments.map(({ name, state }) => `${name} ${state}`)
      return [slug, schedule ?? 'no schedule', ...states].join('  ')
    })
    return {
      json: sorted.map(({ slug, schedule, environments }) => ({
        slug,
        schedule,
        environments: environments.map(({ name, state, lastAt }) => ({ name, state, lastAt })),
      })),
      text: lines.length === 0 ? `Project ${project.slug} has no monitors` : lines.join('\n'),
    }
  })
}

function removeMonitor(call: CommandCall): Promise<CommandResult> {
  const [name = '', ...rest] = call.argument.split('/')
  const slug = rest.join('/') // A monitor's name may contain a slash.
  return withStore(call, async (store) => {
    const project = await findProjectRow(store.db, name)
    if (!project) return { refusal: `Cannot remove the monitor: there is no project "${name}"` }
    const isDone = await deleteMonitor(store, project.id, slug)
    if (!isDone) return { refusal: `Cannot remove the monitor: project ${name} has no monitor "${slug}"` }
    return { json: { project: name, slug }, text: `Monitor ${slug} of project ${name} is deleted` }
  })
}
