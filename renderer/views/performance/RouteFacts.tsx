import { formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import * as say from '#renderer/texts/performance.ts'
import figures from '#renderer/ui/content/figures.module.css'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { RouteDetail } from '#server/desk/performance/route.ts'
import { type Comparison, Failures, Percentile, Sum } from './numbers.tsx'

interface RouteFactsProps extends Pick<RouteDetail, 'total' | 'before'> {
  minutes: number
  /** `since 22 Nov, 22:00`. */
  covered: string
  compared: (Comparison & { text: string }) | null
}

/** The numbers of the whole period, compared with the previous one. */
export function RouteFacts({ total, before, minutes, covered, compared }: RouteFactsProps) {
  const numbers = { ...total, before }
  return (
    <Section
      title={say.wholePeriod}
      note={compared ? `${covered}, ${say.comparedWith(compared.text)}` : covered}
    >
      <dl className={figures.figures}>
        {(['p50', 'p75', 'p95'] as const).map((name) => (
          <div key={name}>
            <dt>{say.columns[name]}</dt>
            <dd>
              <Percentile of={numbers} which={name} compared={compared} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{say.columns.count}</dt>
          <dd>
            <Sum of={numbers} which="count" compared={compared} format={formatNumber} />{' '}
            <small>{say.rate(total.count, minutes)}</small>
          </dd>
        </div>
        <div>
          <dt>{say.columns.failures}</dt>
          <dd>
            <Failures of={numbers} compared={compared} />
          </dd>
        </div>
        <div>
          <dt>{say.columns.time}</dt>
          <dd>
            <Sum of={numbers} which="totalMs" compared={compared} format={formatDuration} />
          </dd>
        </div>
      </dl>
    </Section>
  )
}
