import { formatCompactNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { type Filter, performancePath, performanceRoutePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Spark } from '#renderer/ui/chart/Spark.tsx'
import type { RouteSort, RouteSummary } from '#server/models/performance.ts'
import { Delta } from './Delta.tsx'
import styles from './performance.module.css'
import { RouteLabel } from './RouteLabel.tsx'

type Row = Omit<RouteSummary, 'p95ByBucket'> & { spark: string }

interface RouteTableProps {
  routes: readonly Row[]
  minutes: number
  sort: { sort: RouteSort; isAscending: boolean }
  /** The address parameters of what is shown, and of its scope alone. */
  shown: Filter
  kept: Record<string, string>
  isCompared: boolean
}

/** Each column's name is the way to have the table in its order. */
export function RouteTable({ routes, minutes, sort, shown, kept, isCompared }: RouteTableProps) {
  if (routes.length === 0) return <p className={styles.none}>{say.noRouteFound}</p>
  const column = (name: RouteSort, className?: string) => (
    <SortColumn name={name} sort={sort} shown={shown} className={className} />
  )
  return (
    <table className={`${styles.table} ${styles.routes}`}>
      <thead>
        <tr>
          {column('name')}
          <th scope="col" className={styles.spare}>
            {say.columns.spark}
          </th>
          {column('count', styles.number)}
          <th scope="col" className={`${styles.number} ${styles.spare}`}>
            {say.columns.rate}
          </th>
          {column('p50', `${styles.number} ${styles.spare}`)}
          {column('p75', `${styles.number} ${styles.spare}`)}
          {column('p95', styles.number)}
          {isCompared && (
            <th scope="col" className={styles.change}>
              <span className="visually-hidden">{say.againstBefore}</span>
            </th>
          )}
          {column('failures', styles.number)}
          {column('time', `${styles.number} ${styles.spare}`)}
        </tr>
      </thead>
      <tbody>
        {routes.map((route) => (
          <RouteRow
            key={`${route.projectSlug} ${route.op} ${route.side} ${route.name}`}
            route={route}
            minutes={minutes}
            kept={kept}
            isCompared={isCompared}
          />
        ))}
      </tbody>
    </table>
  )
}

function SortColumn({
  name,
  sort,
  shown,
  className,
}: Pick<RouteTableProps, 'sort' | 'shown'> & { name: RouteSort; className?: string | undefined }) {
  const isCurrent = sort.sort === name
  // names from A, numbers from the greatest; again turns it round
  const isAscending = isCurrent ? !sort.isAscending : name === 'name'
  const current = isCurrent ? (sort.isAscending ? 'ascending' : 'descending') : undefined
  return (
    <th scope="col" className={className} aria-sort={current}>
      <a href={performancePath({ ...shown, sort: `${isAscending ? '' : '-'}${name}` })}>
        {say.columns[name]}
        {isCurrent && <span aria-hidden="true">{sort.isAscending ? ' ↑' : ' ↓'}</span>}
      </a>
    </th>
  )
}

function RouteRow({
  route,
  minutes,
  kept,
  isCompared,
}: Pick<RouteTableProps, 'minutes' | 'kept' | 'isCompared'> & { route: Row }) {
  const { projectSlug: project, name, op, side, count, p50, p75, p95, failureRate, before } = route
  return (
    <tr>
      <td className={styles.name}>
        <a href={performanceRoutePath({ ...kept, project, name, op, side })}>
          <RouteLabel route={route} />
        </a>
        {kept.project === undefined && <code className={styles.project}>{project}</code>}
      </td>
      <td className={`${styles.spark} ${styles.spare}`}>
        <Spark path={route.spark} label={say.spark} />
      </td>
      <td className={styles.number}>{formatCompactNumber(count)}</td>
      <td className={`${styles.number} ${styles.spare}`}>{say.rate(count, minutes)}</td>
      <td className={`${styles.number} ${styles.spare}`}>{durationOf(p50)}</td>
      <td className={`${styles.number} ${styles.spare}`}>{durationOf(p75)}</td>
      <td className={styles.number}>
        <b>{durationOf(p95)}</b>
      </td>
      {isCompared && (
        <td className={styles.change}>
          <Delta before={before?.p95} after={p95} />
        </td>
      )}
      <td
        className={styles.number}
        data-alarm={failureRate >= 0.05 || undefined}
        data-none={failureRate === 0 || undefined}
      >
        {formatShare(failureRate)}
      </td>
      <td className={`${styles.number} ${styles.spare}`}>{formatDuration(route.totalMs)}</td>
    </tr>
  )
}

function durationOf(millis: number | null): string {
  return millis === null ? '–' : formatDuration(millis)
}
