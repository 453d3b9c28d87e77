import { chartZone } from '#renderer/format/chart-zone.ts'
import { drawHours } from '#renderer/ui/chart/draw/draw-hours.ts'
import type { ChartTone } from '#renderer/ui/chart/draw/time-chart.ts'
import type { LogHours } from '#server/models/logs.ts'
import type { LogLevel } from '#server/processing/record.ts'

const LEVELS: readonly { name: LogLevel; tone: ChartTone }[] = [
  { name: 'trace', tone: 'faint' },
  { name: 'debug', tone: 'soft' },
  { name: 'info', tone: 'quiet' },
  { name: 'warn', tone: 'warning' },
  { name: 'error', tone: 'error' },
  { name: 'fatal', tone: 'fatal' },
]

/** Draws how many logs there are, and how many of them are errors or warnings. */
export function drawLevels({ fromHour, hours, counts }: LogHours, zone: string) {
  return drawHours({
    fromHour,
    hours,
    counts: counts.map(({ hour, level, quantity }) => ({ hour, kind: level, quantity })),
    kinds: LEVELS.map(({ name, tone }) => ({ kind: name, name, tone })),
    zoneOf: (period) => chartZone(zone, period),
  })
}
