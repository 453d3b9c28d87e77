import { formatCompactNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import type { Before, PeriodNumbers } from '#server/models/performance.ts'
import { Delta } from './Delta.tsx'

/** Undefined when the period is not compared. */
export type Comparison = { elapsed: number } | null

type Compared = Partial<PeriodNumbers> & { before: Before }

/** A percentile, with its difference. */
export function Percentile({
  of,
  which,
  compared,
}: {
  of: Compared
  which: 'p50' | 'p75' | 'p95'
  compared: Comparison
}) {
  const value = of[which] ?? null
  return (
    <>
      {value === null ? '–' : formatDuration(value)}
      {compared && <Delta before={of.before?.[which]} after={value} format={formatDuration} />}
    </>
  )
}

/** A number that grows with the time, with its difference from the same time before. */
export function Sum({
  of: { before, ...now },
  which,
  compared,
  format = formatCompactNumber,
}: {
  of: Compared
  which: 'count' | 'totalMs'
  compared: Comparison
  format?: (value: number) => string
}) {
  const value = now[which] ?? 0
  return (
    <>
      {format(value)}
      {compared && (
        <Delta
          before={before && before[which] * compared.elapsed}
          after={value}
          format={(earlier) => format(which === 'count' ? Math.round(earlier) : earlier)}
          isCost={false}
        />
      )}
    </>
  )
}

export function Failures({ of, compared }: { of: Compared & { failureRate: number }; compared: Comparison }) {
  return (
    <>
      {formatShare(of.failureRate)}
      {compared && (
        <Delta before={of.before?.failureRate} after={of.failureRate} format={formatShare} isShare />
      )}
    </>
  )
}
