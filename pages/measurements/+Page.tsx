import { usePageData } from '#renderer/page/page-data.ts'
import { metricsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/metrics.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { NameSearch } from '#renderer/ui/search/NameSearch.tsx'
import { MetricTable } from '#renderer/views/metric/MetricTable.tsx'
import styles from '#renderer/views/metric/metric.module.css'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import type { loader } from './+loader.ts'

export default function MetricsPage() {
  const page = usePageData<typeof loader>()
  const { metrics, firstSteps, search, savedParams } = page
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {firstSteps !== null && <FirstStepsHtml html={firstSteps} />}
      {firstSteps === null && (
        <div className={styles.page}>
          {page.refusal !== null && <Notice tone="warning">{page.refusal}</Notice>}
          {page.isPartial && <Notice tone="warning">{say.partial}</Notice>}
          <Section title={say.byName}>
            <NameSearch
              action={metricsPath()}
              search={search}
              hiddenFields={savedParams}
              texts={say.search}
            />
            {metrics.length > 0 && <MetricTable metrics={metrics} showsProject={page.showsProject} />}
          </Section>
        </div>
      )}
      {metrics.length === 0 && firstSteps === null && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
          {search !== '' && <ButtonLink href={page.all}>{say.allMetrics}</ButtonLink>}
        </EmptyState>
      )}
      <Pagination
        newest={page.first ?? undefined}
        older={page.next ?? undefined}
        labels={[say.first, say.more]}
      />
    </>
  )
}
