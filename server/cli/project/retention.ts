import {
  type Command,
  type CommandCall,
  type CommandResult,
  type Flags,
  withDesk,
} from '#server/cli/command.ts'
import { MOST_RETENTION_DAYS, type ProjectSettings } from '#server/protocol/project-settings.ts'
import { wordRefusal } from './refusal.ts'

type Retention = ProjectSettings['retention']

/** Undefined takes a setting back. */
type Change = { maxEvents?: number | undefined; days?: number | undefined }

export const retentionCommand: Command = {
  words: ['project', 'retention'],
  argument: 'NAME',
  options: '[--max-events N|off] [--days N|default]',
  flags: ['max-events', 'days'],
  summary: 'show or set how many events are kept, and for how long; above N the least relevant are deleted',
  run: setRetention,
}

async function setRetention(call: CommandCall): Promise<CommandResult> {
  const change = parseChange(call.flags)
  if ('refusal' in change) return change
  const { retentionDays } = call.config
  return withDesk(call, async (desk) => {
    const slug = call.argument
    const changed = await desk.projects.settings.change(slug, 'retention', {
      edit: (current) => withChange(current, change),
    })
    if (changed.kind !== 'done') return refuse(wordRefusal(changed, slug))
    const { maxEvents = null, days = null } = changed.after
    return {
      json: { project: slug, maxEvents, days },
      text: `Project ${slug} keeps ${describe(changed.after, retentionDays)}`,
    }
  })
}

function parseChange(flags: Flags): Change | { refusal: string } {
  const { 'max-events': events, days } = flags
  const change: Change = {}
  if (events !== undefined) {
    const maxEvents = events === 'off' ? undefined : parseNumber(events)
    if (events !== 'off' && maxEvents === undefined) {
      return refuse(`--max-events is "${events}", which is neither a number from 1 nor off`)
    }
    change.maxEvents = maxEvents
  }
  if (days !== undefined) {
    const number = days === 'default' ? undefined : parseNumber(days)
    const isWrong = number === undefined || number > MOST_RETENTION_DAYS
    if (days !== 'default' && isWrong) {
      return refuse(
        `--days is "${days}", which is neither a number from 1 to ${MOST_RETENTION_DAYS} nor default`,
      )
    }
    change.days = number
  }
  return change
}

function parseNumber(text: string): number | undefined {
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined
}

function withChange(current: Retention, change: Change): Retention {
  const { maxEvents, days } = { ...current, ...change }
  return { ...(maxEvents === undefined ? {} : { maxEvents }), ...(days === undefined ? {} : { days }) }
}

function describe({ maxEvents, days }: Retention, defaultDays: number | undefined): string {
  const events = maxEvents === undefined ? 'any number of events' : `at most ${maxEvents} events`
  if (days !== undefined) return `${events}, for ${days} days`
  return `${events}, ${defaultDays === undefined ? 'forever' : `for ${defaultDays} days (RETENTION_DAYS)`}`
}

function refuse(message: string): { refusal: string } {
  return { refusal: `Cannot set the retention: ${message}` }
}
