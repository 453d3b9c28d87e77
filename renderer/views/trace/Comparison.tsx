import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath, tracesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import type { TraceComparison, TraceHead } from '#server/desk/traces/traces.ts'
import type { ComparedPath, PathTotal } from '#server/traces/waterfall/compare-traces.ts'
import styles from './Comparison.module.css'

/** Compares two traces by operation, the largest differences first. */
export function Comparison({ comparison, now }: { comparison: TraceComparison; now: number }) {
  const { first, second, paths, hiddenCount } = comparison
  const longest = Math.max(1, ...paths.map((path) => Math.abs(path.differenceUs)))
  return (
    <>
      <Crumbs
        crumbs={[
          { name: say.title, href: tracesPath() },
          { name: clipText(say.traceTitle(first), 60), href: tracePath(first.traceId) },
          { name: say.compareTitle },
        ]}
      />
      <PageHead
        title={say.compareTitle}
        intro={say.compareIntro}
        actions={
          <ButtonLink href={tracePath(second.traceId, { with: first.traceId })}>{say.swap}</ButtonLink>
        }
      />
      <div className={styles.heads}>
        <Head label={say.compareColumns.first} head={first} now={now} />
        <Head label={say.compareColumns.second} head={second} now={now} />
      </div>
      <Table
        className={styles.table}
        isFixed
        rows={paths}
        keyOf={({ under, op, name }) => JSON.stringify([under, op, name])}
        columns={[
          ...columns,
          {
            key: 'difference',
            head: say.compareColumns.difference,
            isNumber: true,
            className: styles.total,
            cell: ({ differenceUs }) => <Difference differenceUs={differenceUs} longest={longest} />,
          },
        ]}
      />
      {hiddenCount > 0 && <p className={styles.rest}>{say.morePaths(hiddenCount)}</p>}
    </>
  )
}

export function CompareRefusal({ refusal }: { refusal: string }) {
  return (
    <p className={styles.refusal} role="alert">
      {refusal === 'id' ? say.otherIsNoId : say.unknownOther}
    </p>
  )
}

function Head({ label, head, now }: { label: string; head: TraceHead; now: number }) {
  return (
    <section className={styles.head} aria-label={label}>
      <h2>
        {label}{' '}
        <a href={tracePath(head.traceId)}>
          <bdi>{clipText(say.traceTitle(head), 120)}</bdi>
        </a>
      </h2>
      <p>
        {formatDuration(head.durationUs / 1_000)} · {say.spans(head.spanCount)}
        {head.errorCount > 0 && ` · ${say.errors(head.errorCount)}`} ·{' '}
        <Time time={head.startUs / 1_000} now={now} /> · <code>{head.traceId.slice(0, 8)}</code>
      </p>
    </section>
  )
}

const columns: readonly Column<ComparedPath>[] = [
  { key: 'path', head: say.compareColumns.path, cell: (path) => <PathName path={path} /> },
  {
    key: 'first',
    head: say.compareColumns.first,
    isNumber: true,
    className: styles.total,
    cell: ({ first }) => <Total total={first} />,
  },
  {
    key: 'second',
    head: say.compareColumns.second,
    isNumber: true,
    className: styles.total,
    cell: ({ second }) => <Total total={second} />,
  },
]

function PathName({ path: { op, name, under, first, second } }: { path: ComparedPath }) {
  const note = first === undefined ? say.onlySecond : second === undefined ? say.onlyFirst : undefined
  return (
    <>
      <div className={styles.what}>
        <bdi className={styles.op}>{op}</bdi> <bdi>{name}</bdi>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </div>
      {under.length > 0 && (
        <div className={styles.under}>
          {under.map((label, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand under itself
            <bdi key={place}>{clipText(label, 60)}</bdi>
          ))}
        </div>
      )}
    </>
  )
}

function Difference({ differenceUs, longest }: { differenceUs: number; longest: number }) {
  return (
    <>
      <span data-way={wayOf(differenceUs)} className={styles.difference}>
        {differenceUs > 0 ? '+' : ''}
        {differenceUs === 0 ? say.same : formatDuration(differenceUs / 1_000)}
      </span>
      <span
        className={styles.bar}
        data-bar
        data-way={wayOf(differenceUs)}
        style={{ width: `${(Math.abs(differenceUs) / longest) * 100}%` }}
      />
    </>
  )
}

function wayOf(differenceUs: number): 'longer' | 'shorter' | 'same' {
  if (differenceUs === 0) return 'same'
  return differenceUs > 0 ? 'longer' : 'shorter'
}

function Total({ total }: { total: PathTotal | undefined }) {
  if (total === undefined) return <span className={styles.absent}>{say.absent}</span>
  return (
    <>
      {formatDuration(total.durationUs / 1_000)}
      {total.count > 1 && <span className={styles.count}>{say.times(total.count)}</span>}
    </>
  )
}
