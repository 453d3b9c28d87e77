import { formatCompactNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { type FilterParams, performancePath, performanceRoutePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Spark } from '#renderer/ui/chart/Spark.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { RouteSort, RouteSummary } from '#server/models/performance.ts'
import { Delta } from './Delta.tsx'
import styles from './performance.module.css'
import { RouteLabel } from './RouteLabel.tsx'

type Row = Omit<RouteSummary, 'p95ByBucket'> & { spark: string }

interface RouteTableProps {
  routes: readonly Row[]
  minutes: number
  sort: { sort: RouteSort; isAscending: boolean }
  /** The address parameters of the list, and those of its scope alone. */
  shown: FilterParams
  savedParams: Record<string, string>
  isCompared: boolean
}

/** A table that is sorted by a click on a column's name. */
export function RouteTable({ routes, minutes, sort, shown, savedParams, isCompared }: RouteTableProps) {
  const sorted = (name: RouteSort) => sortColumn(name, sort, shown)
  const columns: Column<Row>[] = [
    {
      ...sorted('name'),
      className: styles.name,
      cell: (route) => <RouteName route={route} savedParams={savedParams} />,
    },
    {
      key: 'spark',
      head: say.columns.spark,
      isHiddenOnPhone: true,
      className: styles.spark,
      cell: ({ spark }) => <Spark path={spark} label={say.spark} />,
    },
    { ...sorted('count'), isNumber: true, cell: ({ count }) => formatCompactNumber(count) },
    {
      key: 'rate',
      head: say.columns.rate,
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ count }) => say.rate(count, minutes),
    },
    { ...sorted('p50'), isNumber: true, isHiddenOnPhone: true, cell: ({ p50 }) => durationOf(p50) },
    { ...sorted('p75'), isNumber: true, isHiddenOnPhone: true, cell: ({ p75 }) => durationOf(p75) },
    { ...sorted('p95'), isNumber: true, cell: ({ p95 }) => <b>{durationOf(p95)}</b> },
    ...(isCompared ? [change] : []),
    {
      ...sorted('failures'),
      isNumber: true,
      cell: ({ failureRate }) => formatShare(failureRate),
      markOf: ({ failureRate }) => (failureRate >= 0.05 ? 'alarm' : failureRate === 0 ? 'none' : undefined),
    },
    {
      ...sorted('time'),
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ totalMs }) => formatDuration(totalMs),
    },
  ]
  return (
    <Table
      className={`${styles.table} ${styles.routes}`}
      hasHover
      rows={routes}
      keyOf={({ projectSlug, op, side, name }) => `${projectSlug} ${op} ${side} ${name}`}
      columns={columns}
      empty={say.noRouteFound}
    />
  )
}

const change: Column<Row> = {
  key: 'change',
  head: <span className="visually-hidden">{say.againstBefore}</span>,
  className: styles.change,
  cell: ({ before, p95 }) => <Delta before={before?.p95} after={p95} />,
}

function sortColumn(name: RouteSort, sort: RouteTableProps['sort'], shown: FilterParams) {
  const isCurrent = sort.sort === name
  // Names sort from A and numbers from the largest. A second click reverses the order.
  const isAscending = isCurrent ? !sort.isAscending : name === 'name'
  const order = sort.isAscending ? ('ascending' as const) : ('descending' as const)
  const head = (
    <a href={performancePath({ ...shown, sort: `${isAscending ? '' : '-'}${name}` })}>
      {say.columns[name]}
      {isCurrent && <span aria-hidden="true">{sort.isAscending ? ' ↑' : ' ↓'}</span>}
    </a>
  )
  return { key: name, head, order: isCurrent ? order : undefined }
}

function RouteName({ route, savedParams }: { route: Row } & Pick<RouteTableProps, 'savedParams'>) {
  const { projectSlug: project, name, op, side } = route
  return (
    <>
      <a href={performanceRoutePath({ ...savedParams, project, name, op, side })}>
        <RouteLabel route={route} />
      </a>
      {savedParams.project === undefined && <code className={styles.project}>{project}</code>}
    </>
  )
}

function durationOf(millis: number | null): string {
  return millis === null ? '–' : formatDuration(millis)
}
