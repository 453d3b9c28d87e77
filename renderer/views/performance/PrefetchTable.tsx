import { formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { PrefetchSummary } from '#server/models/performance.ts'
import styles from './performance.module.css'

/** How often a page was there before its visitor asked for it. */
export function PrefetchTable({ prefetches }: { prefetches: readonly PrefetchSummary[] }) {
  const all = prefetches.reduce((sum, { count }) => sum + count, 0)
  const missed = prefetches.find(({ state }) => state === 'missed')?.count ?? 0
  return (
    <Section
      title={say.prefetches}
      note={say.prefetchesNote}
      aside={<span>{say.share(formatShare((all - missed) / all), 'prefetched')}</span>}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say.prefetches}</th>
            <th scope="col" className={styles.number}>
              {say.columns.count}
            </th>
            <th scope="col" className={styles.number}>
              {say.columns.p75}
            </th>
          </tr>
        </thead>
        <tbody>
          {prefetches.map(({ state, count, p75 }) => (
            <tr key={state}>
              <td>{say.prefetchNames[state]}</td>
              <td className={styles.number}>
                {formatNumber(count)} <small>{formatShare(count / all)}</small>
              </td>
              <td className={styles.number}>{p75 === null ? '–' : formatDuration(p75)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
