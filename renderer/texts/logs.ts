import { formatNumber } from '#renderer/format/format.ts'

export const title = 'Logs'
export const levels = 'By level'
export const intro = 'What your applications write down as they run, newest first.'
export const searchLabel = 'Search logs'
export const searchExample = 'level:>=warn payment order:1042'
export const helpSummary = 'How to search'
export const follow = 'Follow live'
export const stop = 'Stop following'
export const reload = 'Reload'
export const following = 'Following: new logs come in above.'
export const newer = 'Newer'
export const older = 'Older'
export const further = 'Look further back'
export const attributes = 'Attributes'
export const none = 'No log of this time is like that'
export const noneText = 'Look in a longer time, or for less.'
export const allLogs = 'Show all logs'
export const emptyTitle = 'No logs here'
export const empty =
  'An SDK that sends logs shows them here, with the trace and the error that they belong to. For Node, for example:'
export const trace = 'Trace'
export const failed = 'trace failed'
export const failure = 'Error of this trace'
export const help =
  'Words are looked for in the first 256 characters of a log. Beside them: level:warn or level:>=warn, trace:ID, release:, environment:, and any attribute by its name, such as order:1042 or http.route:"/cart/*". has:order finds logs that have it, !word those without.'

export function dayHead(day: string, zone: string): string {
  return `${day}, ${zone}`
}

export function lookedTo(time: string): string {
  return `Looked back to ${time}: a search looks at so many logs at a time.`
}

/** The chart is of all logs, whatever is looked for. */
export function countedAll(count: number): string {
  return `all ${counted(count)} of this time`
}

export function counted(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'log' : 'logs'}`
}
