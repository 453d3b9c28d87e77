import { clipText } from '#renderer/format/format.ts'
import { usePageData } from '#renderer/page/page-data.ts'
import { performancePath, performanceRoutePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { Histogram } from '#renderer/ui/chart/Histogram.tsx'
import { BarChart, LineChart } from '#renderer/ui/chart/TimeChart.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { ExampleList } from '#renderer/views/performance/ExampleList.tsx'
import styles from '#renderer/views/performance/performance.module.css'
import { RouteChange } from '#renderer/views/performance/RouteChange.tsx'
import { RouteFacts } from '#renderer/views/performance/RouteFacts.tsx'
import { TimeSpentTable } from '#renderer/views/performance/TimeSpentTable.tsx'
import { VitalList } from '#renderer/views/performance/VitalList.tsx'
import type { loader } from './+loader.ts'

export default function RoutePage() {
  const { route, savedParams, refusal, found, minutes, covered, compared } = usePageData<typeof loader>()
  const { projectSlug: project, name, op, side } = route
  const here = { ...savedParams, project, name, op, side }
  const hrefOf = (range: { start: string; end: string }) =>
    performanceRoutePath({ ...here, ...range, statsPeriod: undefined, zone: undefined })
  return (
    <>
      <Crumbs
        crumbs={[
          { name: say.title, href: performancePath(savedParams) },
          { name: project, isCode: true },
        ]}
      />
      <PageHead title={clipText(name, 200) || say.otherNames} intro={<bdi>{clipText(op, 80)}</bdi>} />
      {refusal !== null && <Notice tone="warning">{refusal}</Notice>}
      {found === null ? (
        <EmptyState title={say.none}>
          <ButtonLink href={performancePath(savedParams)}>{say.allRoutes}</ButtonLink>
        </EmptyState>
      ) : (
        <div className={styles.page}>
          {found.change && <RouteChange change={found.change} cause={found.changeAfter} />}
          <RouteFacts
            total={found.total}
            before={found.before}
            minutes={minutes}
            covered={covered}
            compared={compared}
          />
          <Section title={say.percentilesOverTime}>
            <LineChart
              chart={found.percentiles}
              name={say.percentilesOverTime}
              height={180}
              hrefOf={hrefOf}
            />
          </Section>
          <div className={styles.columns}>
            <Section title={say.throughput}>
              <BarChart chart={found.throughput} name={say.throughput} height={140} hrefOf={hrefOf} />
            </Section>
            <Section title={say.distribution}>
              <Histogram chart={found.histogram} name={say.distribution} height={140} />
            </Section>
          </div>
          <ExampleList examples={found.examples} />
          {found.timeSpent.length > 0 && <TimeSpentTable timeSpent={found.timeSpent} />}
          {found.vitals.length > 0 && <VitalList vitals={found.vitals} isCompared={compared !== null} />}
        </div>
      )}
    </>
  )
}
