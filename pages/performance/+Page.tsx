import { usePageData } from '#renderer/page/page-data.ts'
import { performancePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/performance.ts'
import { BarChart } from '#renderer/ui/chart/TimeChart.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { NameSearch } from '#renderer/ui/search/NameSearch.tsx'
import { ChangeList } from '#renderer/views/performance/ChangeList.tsx'
import { PrefetchTable } from '#renderer/views/performance/PrefetchTable.tsx'
import styles from '#renderer/views/performance/performance.module.css'
import { QueryTable } from '#renderer/views/performance/QueryTable.tsx'
import { RouteTable } from '#renderer/views/performance/RouteTable.tsx'
import { VitalList } from '#renderer/views/performance/VitalList.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import type { loader } from './+loader.ts'

export default function PerformancePage() {
  const data = usePageData<typeof loader>()
  const { savedParams, search, sort, from, next, throughput, vitals, prefetches, queries, changes } = data
  const ordered = `${sort.isAscending ? '' : '-'}${sort.sort}`
  const shown = {
    ...savedParams,
    query: search || undefined,
    sort: ordered === '-time' ? undefined : ordered,
  }
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {data.refusal !== null && <Notice tone="warning">{data.refusal}</Notice>}
      {data.firstSteps !== null && <FirstStepsHtml html={data.firstSteps} />}
      {data.isEmpty && data.firstSteps === null && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
        </EmptyState>
      )}
      {!data.isEmpty && (
        <div className={styles.page}>
          {changes.length > 0 && <ChangeList changes={changes} savedParams={savedParams} />}
          <Section title={say.throughput} note={data.covered}>
            <BarChart
              chart={throughput}
              name={say.throughput}
              height={110}
              hrefOf={(range) =>
                performancePath({ ...shown, ...range, statsPeriod: undefined, zone: undefined })
              }
            />
          </Section>
          <Section
            title={say.routes}
            note={
              data.compared
                ? `${say.ofRoutes(data.total)}, ${say.comparedWith(data.compared.text)}`
                : say.ofRoutes(data.total)
            }
          >
            <NameSearch
              action={performancePath()}
              search={search}
              hiddenFields={{ ...savedParams, sort: shown.sort }}
              texts={say.search}
            />
            <RouteTable
              routes={data.routes}
              minutes={data.minutes}
              compared={data.compared}
              sort={sort}
              shown={shown}
              savedParams={savedParams}
            />
          </Section>
          <Pagination
            labels={[say.first, say.moreRoutes]}
            newest={from === 0 ? undefined : performancePath(shown)}
            older={next === null ? undefined : performancePath({ ...shown, from: String(next) })}
          />
          {vitals.length > 0 && <VitalList vitals={vitals} isCompared={data.compared !== null} />}
          {prefetches.length > 0 && <PrefetchTable prefetches={prefetches} compared={data.compared} />}
          {queries.length > 0 && <QueryTable queries={queries} compared={data.compared} />}
        </div>
      )}
    </>
  )
}
