import { clipText, formatCompactNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { QuerySummary } from '#server/models/performance.ts'
import styles from './performance.module.css'

export function QueryTable({ queries }: { queries: readonly QuerySummary[] }) {
  return (
    <Section title={say.queries}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say.columns.query}</th>
            <th scope="col" className={`${styles.number} ${styles.spare}`}>
              {say.columns.count}
            </th>
            <th scope="col" className={`${styles.number} ${styles.spare}`}>
              {say.columns.p50}
            </th>
            <th scope="col" className={styles.number}>
              {say.columns.p95}
            </th>
            <th scope="col" className={styles.number}>
              {say.columns.time}
            </th>
            <th scope="col" className={styles.spare}>
              {say.columns.trace}
            </th>
          </tr>
        </thead>
        <tbody>
          {queries.map(({ projectSlug, name, count, p50, p95, totalMs, traceId }) => (
            <tr key={`${projectSlug} ${name}`}>
              <td className={styles.query}>
                <code title={clipText(name, 1_000)}>
                  <bdi>{name === '' ? say.otherNames : clipText(name, 220)}</bdi>
                </code>
              </td>
              <td className={`${styles.number} ${styles.spare}`}>{formatCompactNumber(count)}</td>
              <td className={`${styles.number} ${styles.spare}`}>
                {p50 === null ? '–' : formatDuration(p50)}
              </td>
              <td className={styles.number}>{p95 === null ? '–' : formatDuration(p95)}</td>
              <td className={styles.number}>{formatDuration(totalMs)}</td>
              <td className={styles.spare}>
                {traceId !== null && <a href={tracePath(traceId)}>{say.slowestTrace}</a>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
