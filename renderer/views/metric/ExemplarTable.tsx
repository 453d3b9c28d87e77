import { formatMeasured } from '#renderer/format/format-measured.ts'
import { useFrame } from '#renderer/page/page-data.ts'
import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/metrics.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { MetricExemplar } from '#server/models/metrics.ts'
import styles from './metric.module.css'

/** The links lead back to this part of the page. */
export const EXEMPLARS_ID = 'exemplars'

/** The server lists this many at most when all are asked for. */
const MOST_SHOWN = 200

interface ExemplarTableProps {
  exemplars: readonly MetricExemplar[]
  /** How many there are, of the points that were read. */
  exemplarCount: number
  /** Not all points of the period were read. */
  isSample: boolean
  /** The addresses of this page with all of them, and with few. */
  hrefs: { all: string; few: string }
  showsAll: boolean
  unit: string
  showsProject: boolean
}

/** Single measurements, each with the trace that it was made in. */
export function ExemplarTable({ exemplars, exemplarCount, hrefs, unit, ...more }: ExemplarTableProps) {
  const { showsAll, showsProject, isSample } = more
  const { now } = useFrame()
  const shown = exemplars.length
  const hasMore = shown < exemplarCount && !showsAll
  const project: Column<MetricExemplar> = {
    key: 'project',
    head: say.project,
    isHiddenOnPhone: true,
    cell: ({ projectSlug }) => <code>{projectSlug}</code>,
  }
  return (
    <Section
      title={say.exemplars}
      id={EXEMPLARS_ID}
      note={shown > 0 ? say.exemplarsNote(shown, exemplarCount, isSample) : undefined}
      aside={
        hasMore || showsAll ? (
          <a href={hasMore ? hrefs.all : hrefs.few}>
            {hasMore ? say.moreExemplars(MOST_SHOWN, exemplarCount) : say.fewerExemplars}
          </a>
        ) : undefined
      }
    >
      {exemplars.length === 0 && <p className={styles.none}>{say.noExemplars}</p>}
      {exemplars.length > 0 && (
        <Table
          className={`${styles.rows} ${styles.exemplars}`}
          hasHover
          rows={exemplars}
          keyOf={({ traceId, spanId, timestampMs, value }) => `${traceId} ${spanId} ${timestampMs} ${value}`}
          columns={[
            {
              key: 'time',
              head: say.time,
              cell: ({ timestampMs }) => <PageTime time={timestampMs} now={now} />,
            },
            {
              key: 'value',
              head: say.measured,
              isNumber: true,
              cell: ({ value }) => formatMeasured(value, unit),
            },
            {
              key: 'trace',
              head: say.trace,
              cell: ({ traceId, spanId }) => (
                <a href={tracePath(traceId, { span: spanId ?? undefined })}>
                  <code>{traceId.slice(0, 8)}</code>
                </a>
              ),
            },
            ...(showsProject ? [project] : []),
          ]}
        />
      )}
    </Section>
  )
}
