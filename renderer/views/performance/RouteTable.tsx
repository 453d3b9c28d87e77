import { formatDuration } from '#renderer/format/format-duration.ts'
import { type FilterParams, performancePath, performanceRoutePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Spark } from '#renderer/ui/chart/Spark.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { RouteSort, RouteSummary } from '#server/models/performance.ts'
import { type Comparison, Failures, Percentile, Sum } from './numbers.tsx'
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
  compared: Comparison
}

/** A table that is sorted by a click on a column's name. */
export function RouteTable({ routes, minutes, sort, shown, savedParams, compared }: RouteTableProps) {
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
    {
      ...sorted('count'),
      isNumber: true,
      cell: (route) => <Sum of={route} which="count" compared={compared} />,
    },
    {
      key: 'rate',
      head: say.columns.rate,
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ count }) => say.rate(count, minutes),
    },
    ...(['p50', 'p75', 'p95'] as const).map((which) => ({
      ...sorted(which),
      isNumber: true,
      isHiddenOnPhone: which !== 'p95',
      className: which === 'p95' ? styles.worst : undefined,
      cell: (route: Row) => <Percentile of={route} which={which} compared={compared} />,
    })),
    {
      ...sorted('failures'),
      isNumber: true,
      cell: (route) => <Failures of={route} compared={compared} />,
      markOf: ({ failureRate }) => (failureRate >= 0.05 ? 'alarm' : failureRate === 0 ? 'none' : undefined),
    },
    {
      ...sorted('time'),
      isNumber: true,
      isHiddenOnPhone: true,
      cell: (route) => <Sum of={route} which="totalMs" compared={compared} format={formatDuration} />,
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
