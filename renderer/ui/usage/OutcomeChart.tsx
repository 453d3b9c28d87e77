import type { Usage } from '../../../server/desk-outcomes.ts'
import type { Outcome } from '../../../server/ingest/outcome.ts'
import { formatNumber } from '../../format.ts'
import * as say from '../../texts/usage.ts'
import { hourName } from './hour-name.ts'
import { StackedBars, type Tone } from './StackedBars.tsx'
import { bucketsOf } from './stacks.ts'

const OUTCOMES: readonly { outcome: Outcome; tone: Tone }[] = [
  { outcome: 'accepted', tone: 'ok' },
  { outcome: 'filtered', tone: 'quiet' },
  { outcome: 'client_discard', tone: 'info' },
  { outcome: 'rate_limited', tone: 'warning' },
  { outcome: 'invalid', tone: 'error' },
]

/** What became of items, hour by hour. */
export function OutcomeChart({ usage: { fromHour, hours, byHour } }: { usage: Usage }) {
  const present = OUTCOMES.filter(({ outcome }) => byHour.some((row) => row.outcome === outcome))
  const buckets = bucketsOf(
    byHour.map(({ hour, outcome, quantity }) => ({ hour, kind: outcome, quantity })),
    { fromHour, hours, kinds: present.map(({ outcome }) => outcome) },
    hourName,
  )
  const words = present.map(({ outcome }) => {
    const sum = byHour.reduce((all, row) => (row.outcome === outcome ? all + row.quantity : all), 0)
    return `${formatNumber(sum)} ${say.outcomes[outcome]}`
  })
  return (
    <StackedBars
      label={words.join(', ')}
      series={present.map(({ outcome, tone }) => ({ name: say.outcomes[outcome], tone }))}
      buckets={buckets}
      ends={[hourName(fromHour), 'now']}
    />
  )
}
