import { clipText } from '#renderer/format/format.ts'
import { issuePath, tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import type { TraceSummary } from '#server/desk/traces/traces.ts'
import { TraceDuration } from './TraceDuration.tsx'
import styles from './TraceTable.module.css'

export function TraceTable({ traces, now }: { traces: readonly TraceSummary[]; now: number }) {
  const longestUs = Math.max(1, ...traces.map(({ durationUs }) => durationUs))
  return (
    <Table
      className={styles.table}
      isList
      rows={traces}
      keyOf={({ id }) => id}
      columns={[
        ...columns,
        {
          key: 'duration',
          head: (
            <>
              {say.columns.duration} <small className={styles.hint}>{say.p95Legend}</small>
            </>
          ),
          isNumber: true,
          className: styles.duration,
          cell: (trace) => <TraceDuration trace={trace} longestUs={longestUs} />,
        },
        {
          key: 'when',
          head: say.columns.when,
          isNumber: true,
          className: styles.when,
          cell: ({ startUs }) => <PageTime time={startUs / 1_000} now={now} />,
        },
      ]}
    />
  )
}

const columns: readonly Column<TraceSummary>[] = [
  { key: 'trace', head: say.columns.trace, cell: (trace) => <TraceName trace={trace} /> },
  {
    key: 'status',
    head: say.columns.status,
    className: styles.status,
    cell: ({ httpStatus, status }) => <bdi>{clipText(httpStatus?.toString() ?? status, 40)}</bdi>,
    markOf: ({ status }) => (status === 'ok' ? undefined : 'alarm'),
  },
  {
    key: 'error',
    head: say.columns.error,
    className: styles.error,
    cell: ({ firstError }) => firstError && <FirstError error={firstError} />,
  },
]

function TraceName({ trace }: { trace: TraceSummary }) {
  const { traceId, op, name, projectSlugs, user, release, browser } = trace
  const facts = [release, browser].filter((fact) => fact !== null)
  return (
    <>
      <div className={styles.headline}>
        <a className={styles.link} href={tracePath(traceId)}>
          <bdi>{clipText(name === '' ? traceId : name, 200)}</bdi>
        </a>
        <span className={styles.where}>
          <bdi>{clipText(op, 60)}</bdi>
          {projectSlugs.slice(0, MOST_PROJECTS).map((slug) => (
            <bdi key={slug}>, {slug}</bdi>
          ))}
          {projectSlugs.length > MOST_PROJECTS && ` +${projectSlugs.length - MOST_PROJECTS}`}
        </span>
      </div>
      <div className={styles.facts}>
        {user !== null && <bdi>{say.userOf(clipText(user, 80))}</bdi>}
        {facts.map((fact) => (
          <bdi key={fact}>{clipText(fact, 80)}</bdi>
        ))}
        <code>{traceId.slice(0, 8)}</code>
      </div>
    </>
  )
}

const MOST_PROJECTS = 3

function FirstError({ error }: { error: NonNullable<TraceSummary['firstError']> }) {
  const { issueId, shortId, type, value, others } = error
  return (
    <>
      <a className={styles.fault} href={issuePath(issueId)}>
        <bdi>{clipText(value === '' ? type : `${type}: ${value}`, 200)}</bdi>
      </a>
      <div className={styles.facts}>
        <span>
          {shortId}
          {others > 0 && ` ${say.moreErrors(others)}`}
        </span>
      </div>
    </>
  )
}
