// What charts say. Times come as UTC here: whoever shows another zone has shifted them.

import { MONTHS } from './time.ts'

/** `14 Nov`. */
export function chartDay(time: number): string {
  const date = new Date(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

/** `14:30`. */
export function chartTime(time: number): string {
  return new Date(time).toISOString().slice(11, 16)
}

export const dataTable = 'Show the numbers'
export const timeColumn = 'From'
export const rangeColumn = 'Range'
export const countColumn = 'Count'
export const noValue = '–'

export const chartEnd = 'the end'

export function timesIn(zone: string): string {
  return `Times in ${zone}.`
}

export function timesToChoose(zone: string): string {
  return `Times in ${zone}. Choose one to see only that time.`
}

export const brushHelp =
  'Arrow keys move over the chart, with Shift they choose a range, Enter shows only that range, Escape gives up.'

export function brushedRange(from: string, to: string): string {
  return `${from} to ${to}`
}
