import { formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { RouteDetail } from '#server/desk/performance/route.ts'
import { Delta } from './Delta.tsx'
import styles from './performance.module.css'

interface RouteFactsProps extends Pick<RouteDetail, 'total' | 'before'> {
  minutes: number
}

/** The numbers of the whole period, compared with the previous one. */
export function RouteFacts({ total, before, minutes }: RouteFactsProps) {
  const { count, failureRate } = total
  return (
    <Section title={say.wholePeriod} note={before === null ? undefined : say.againstBefore}>
      <dl className={styles.facts}>
        {(['p50', 'p75', 'p95'] as const).map((name) => (
          <div key={name}>
            <dt>{say.columns[name]}</dt>
            <dd>
              {total[name] === null ? '–' : formatDuration(total[name])}{' '}
              <Delta before={before?.[name]} after={total[name]} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{say.columns.count}</dt>
          <dd>
            {formatNumber(count)} <Delta before={before?.count} after={count} isCost={false} />{' '}
            <small>{say.perMinute(count, minutes)}</small>
          </dd>
        </div>
        <div>
          <dt>{say.columns.failures}</dt>
          <dd>
            {formatShare(failureRate)} <Delta before={before?.failureRate} after={failureRate} />
          </dd>
        </div>
        <div>
          <dt>{say.columns.time}</dt>
          <dd>{formatDuration(total.totalMs)}</dd>
        </div>
      </dl>
    </Section>
  )
}
