import { clipText } from '#renderer/format/format.ts'
import { usePageData } from '#renderer/page/page-data.ts'
import { metricPath, metricsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/metrics.ts'
import { BarChart, LineChart } from '#renderer/ui/chart/TimeChart.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { EXEMPLARS_ID, ExemplarTable } from '#renderer/views/metric/ExemplarTable.tsx'
import { MetricControls } from '#renderer/views/metric/MetricControls.tsx'
import { MetricFacts } from '#renderer/views/metric/MetricFacts.tsx'
import styles from '#renderer/views/metric/metric.module.css'
import { SeriesTable } from '#renderer/views/metric/SeriesTable.tsx'
import type { loader } from './+loader.ts'

export default function MetricPage() {
  const { name, query, groupBy, statistic, savedParams, params, refusal, shown, showsAllExemplars } =
    usePageData<typeof loader>()
  const hrefOf = (range: { start: string; end: string }) =>
    metricPath(name, { ...params, ...range, statsPeriod: undefined, zone: undefined })
  return (
    <>
      <Crumbs crumbs={[{ name: say.title, href: metricsPath(savedParams) }]} />
      <PageHead title={clipText(name, 200)} intro={shown && say.about(shown)} />
      <div className={styles.page}>
        {refusal !== null && <Notice tone="warning">{refusal}</Notice>}
        <Section title={say.overTime} note={shown && say.readFrom(shown.read)}>
          <MetricControls
            hiddenFields={{ ...savedParams, name }}
            query={query}
            groupBy={groupBy}
            statistic={statistic}
            statistics={shown?.statistics ?? []}
            attributes={shown?.attributes ?? []}
          />
          {shown?.hasPoints && <MetricChart drawn={shown.drawn} hrefOf={hrefOf} />}
        </Section>
        {shown && !shown.hasPoints && (
          <EmptyState title={query === '' ? say.noPoints : say.noMatches}>
            <p>{say.noneText}</p>
            {query !== '' && (
              <ButtonLink href={metricPath(name, { ...params, query: undefined })}>{say.showAll}</ButtonLink>
            )}
          </EmptyState>
        )}
        {shown?.hasPoints && (
          <>
            {shown.groups.length > 0 && <SeriesTable {...shown} groupBy={groupBy} />}
            <MetricFacts columns={shown.columns} texts={shown.facts} covered={shown.covered} />
            {shown.counts !== null && groupBy === '' && (
              <Section title={say.countOverTime}>
                <BarChart chart={shown.counts} name={say.countOverTime} height={110} hrefOf={hrefOf} />
              </Section>
            )}
            <ExemplarTable
              exemplars={shown.exemplars}
              exemplarCount={shown.exemplarCount}
              isSample={shown.read.isSample}
              showsAll={showsAllExemplars}
              hrefs={{
                all: `${metricPath(name, { ...params, exemplars: 'all' })}#${EXEMPLARS_ID}`,
                few: `${metricPath(name, { ...params, exemplars: undefined })}#${EXEMPLARS_ID}`,
              }}
              unit={shown.unit}
              showsProject={shown.projects.length > 1}
            />
          </>
        )}
      </div>
    </>
  )
}

type Drawn = NonNullable<Awaited<ReturnType<typeof loader>>['shown']>['drawn']
type HrefOf = (range: { start: string; end: string }) => string

function MetricChart({ drawn, hrefOf }: { drawn: Drawn; hrefOf: HrefOf }) {
  return drawn.kind === 'bars' ? (
    <BarChart chart={drawn.chart} name={say.overTime} height={200} hrefOf={hrefOf} />
  ) : (
    <LineChart chart={drawn.chart} name={say.overTime} height={200} hrefOf={hrefOf} />
  )
}
