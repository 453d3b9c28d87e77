// The texts of charts.

export const dataTable = 'Show data'
export const timeColumn = 'From'
export const rangeColumn = 'Range'
export const countColumn = 'Count'
export const failedColumn = 'Failed'
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

export const readHelp = 'Arrow keys move along the chart, Escape cancels.'

export function brushedRange(from: string, to: string): string {
  return `${from} to ${to}`
}
