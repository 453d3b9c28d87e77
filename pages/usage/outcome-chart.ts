import { chartZone } from '#renderer/format/chart-zone.ts'
import * as say from '#renderer/texts/account/usage.ts'
import { drawHours } from '#renderer/ui/chart/draw/draw-hours.ts'
import type { ChartTone } from '#renderer/ui/chart/draw/time-chart.ts'
import type { Usage } from '#server/desk/projects/outcomes.ts'
import type { Outcome } from '#server/protocol/outcome.ts'

const OUTCOMES: readonly { outcome: Outcome; tone: ChartTone }[] = [
  { outcome: 'accepted', tone: 'ok' },
  { outcome: 'filtered', tone: 'quiet' },
  { outcome: 'client_discard', tone: 'info' },
  { outcome: 'rate_limited', tone: 'warning' },
  { outcome: 'invalid', tone: 'error' },
]

/** Draws the outcomes of items over time. */
export function drawOutcomes({ fromHour, hours, byHour }: Usage, zone: string) {
  return drawHours({
    fromHour,
    hours,
    counts: byHour.map(({ hour, outcome, quantity }) => ({ hour, kind: outcome, quantity })),
    kinds: OUTCOMES.map(({ outcome, tone }) => ({ kind: outcome, name: say.columns[outcome], tone })),
    zoneOf: (period) => chartZone(zone, period),
  })
}
