import { formatNumber } from '#renderer/format/format.ts'

export const title = 'Logs'
export const levels = 'By level'
export const intro = 'Logs from your applications, newest first.'
export const follow = 'Follow live'
export const stop = 'Stop following'
export const reload = 'Reload'
export const following = 'Following: new logs appear at the top.'
export const newer = 'Newer'
export const older = 'Older'
export const further = 'Search further back'
export const attributes = 'Attributes'
export const none = 'No logs match in this period'
export const noneText = 'Try a longer period or fewer filters.'
export const allLogs = 'Show all logs'
export const trace = 'Trace'
export const failed = 'trace has an error'
export const failure = 'Error in this trace'

export function dayHead(day: string, zone: string): string {
  return `${day}, times in ${zone}`
}

export function searchedUntil(time: string): string {
  return `Searched back to ${time}; continue to search further.`
}

/** `312 matching logs since 22 Nov, 22:00`. */
export function counted(
  count: number,
  { covered, isFiltered }: { covered: string; isFiltered: boolean },
): string {
  return `${logsOf(count, isFiltered)} ${covered}`
}

/** The search had to look at so many logs that it did not count the whole period. */
export function countedBackTo(count: number, time: string): string {
  return `${logsOf(count, true)}, counted back to ${time}`
}

function logsOf(count: number, isFiltered: boolean): string {
  return `${formatNumber(count)} ${isFiltered ? 'matching ' : ''}${count === 1 ? 'log' : 'logs'}`
}
