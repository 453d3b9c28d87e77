import { formatMeasured, unitName } from '#renderer/format/format-measured.ts'
import { useFrame } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/metrics.ts'
import { Spark } from '#renderer/ui/chart/Spark.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { MetricSummary } from '#server/models/metrics.ts'
import styles from './metric.module.css'

type Row = Omit<MetricSummary, 'trend'> & { spark: string; href: string }

/** Metrics by name, each with its newest value and a small line of the period. */
export function MetricTable({ metrics, showsProject }: { metrics: readonly Row[]; showsProject: boolean }) {
  const { now } = useFrame()
  const columns: Column<Row>[] = [
    {
      key: 'name',
      head: say.columns.name,
      className: styles.name,
      cell: ({ name, href }) => (
        <a href={href}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    {
      key: 'trend',
      head: say.columns.trend,
      className: styles.trend,
      cell: ({ spark }) => <Spark path={spark} label={say.trend} />,
    },
    {
      key: 'newest',
      head: say.columns.newest,
      isNumber: true,
      className: styles.newest,
      cell: ({ newest, unit }) => (
        <>
          {formatMeasured(newest.value, unit)}
          <small>
            <Time time={newest.timestampUs / 1_000} now={now} />
          </small>
        </>
      ),
    },
    {
      key: 'kind',
      head: say.columns.kind,
      className: styles.kind,
      cell: ({ kind, unit }) => (
        <>
          {say.kinds[kind]}
          {unitName(unit) !== '' && <small>{unitName(unit)}</small>}
        </>
      ),
    },
    {
      key: 'from',
      head: say.columns.from,
      isHiddenOnPhone: true,
      className: styles.from,
      cell: ({ services, projects }) => <From services={services} projects={showsProject ? projects : []} />,
    },
    {
      key: 'points',
      head: say.columns.points,
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ points }) => say.points(points),
    },
  ]
  return (
    <Table className={styles.metrics} hasHover rows={metrics} keyOf={({ name }) => name} columns={columns} />
  )
}

/** The services that sent it, and the projects that have it. */
function From({ services, projects }: Pick<MetricSummary, 'services' | 'projects'>) {
  if (services.length === 0 && projects.length === 0) return say.noValue
  return (
    <>
      {services.length > 0 && <bdi>{services.join(', ')}</bdi>}
      {projects.length > 0 && (
        <small>
          <bdi>{projects.join(', ')}</bdi>
        </small>
      )}
    </>
  )
}
