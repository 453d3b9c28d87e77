import { chartZone } from '../../renderer/chart-zone.ts'
import * as say from '../../renderer/texts/usage.ts'
import { drawHours } from '../../renderer/ui/chart/draw-hours.ts'
import type { Tone } from '../../renderer/ui/chart/time-chart.ts'
import type { Usage } from '../../server/desk-outcomes.ts'
import type { Outcome } from '../../server/ingest/outcome.ts'

const OUTCOMES: readonly { outcome: Outcome; tone: Tone }[] = [
  { outcome: 'accepted', tone: 'ok' },
  { outcome: 'filtered', tone: 'quiet' },
  { outcome: 'client_discard', tone: 'info' },
  { outcome: 'rate_limited', tone: 'warning' },
  { outcome: 'invalid', tone: 'error' },
]

/** What became of items, by time. */
export function drawOutcomes({ fromHour, hours, byHour }: Usage, zone: string) {
  return drawHours({
    fromHour,
    hours,
    counts: byHour.map(({ hour, outcome, quantity }) => ({ hour, kind: outcome, quantity })),
    kinds: OUTCOMES.map(({ outcome, tone }) => ({ kind: outcome, name: say.columns[outcome], tone })),
    zoneOf: (period) => chartZone(zone, period),
  })
}
