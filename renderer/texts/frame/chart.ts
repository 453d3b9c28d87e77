// The texts of charts. Times are passed as UTC: a caller that shows another zone has shifted them.

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

export const dataTable = 'Show data'
export const timeColumn = 'From'
export const rangeColumn = 'Range'
export const countColumn = 'Count'
export const noValue = '–'

export const chartEnd = 'the end'

export function timesIn(zone: string): string {
  return `Times in ${zone}.`
}

export function timesToChoose(zone: string): string {
  return `Times in ${zone}. Select one to zoom in.`
}

export const brushHelp =
  'Arrow keys move along the chart, Shift and arrow keys select a range, Enter zooms in, Escape cancels.'

export function brushedRange(from: string, to: string): string {
  return `${from} to ${to}`
}
