import { use } from 'react'
import { useFollowing } from '#renderer/enhance/follow-page.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import { usePageData } from '#renderer/page/page-data.ts'
import { logsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/logs.ts'
import { BarChart } from '#renderer/ui/chart/TimeChart.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { SearchNote } from '#renderer/ui/search/refusal/SearchNote.tsx'
import { LogList } from '#renderer/views/log/LogList.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import type { loader } from './+loader.ts'
import styles from './logs.module.css'

export default function LogsPage() {
  const page = usePageData<typeof loader>()
  const { logs, levels, query, savedParams, refusal, isFollowing, firstSteps, searchedUntil } = page
  useFollowing(isFollowing ? { kind: 'logs', project: savedParams.project } : undefined)
  const reader = use(ReaderContext)
  const looked =
    searchedUntil === null ? undefined : say.searchedUntil(formatReaderTime(searchedUntil, reader))
  const countText =
    levels &&
    (levels.countedFrom === null
      ? say.counted(levels.total, { covered: levels.covered, isFiltered: query !== '' })
      : say.countedBackTo(levels.total, formatReaderTime(levels.countedFrom, reader)))
  const hrefOf = (range: { start: string; end: string }) =>
    logsPath({
      ...savedParams,
      ...(query !== '' && { query }),
      ...range,
      statsPeriod: undefined,
      zone: undefined,
    })
  return (
    <>
      <PageHead
        title={say.title}
        intro={say.intro}
        actions={
          <div className={styles.actions}>
            {isFollowing && <ButtonLink href={page.follow}>{say.reload}</ButtonLink>}
            <ButtonLink href={isFollowing ? page.newest : page.follow}>
              {isFollowing ? say.stop : say.follow}
            </ButtonLink>
          </div>
        }
      />
      <SearchNote html={refusal} />
      {levels !== null && (
        <div className={styles.levels}>
          <Section title={say.levels} note={<span suppressHydrationWarning>{countText}</span>}>
            <BarChart chart={levels.chart} name={say.levels} height={96} hrefOf={hrefOf} />
          </Section>
        </div>
      )}
      {isFollowing && (
        <p role="status" className={styles.following}>
          {say.following}
        </p>
      )}
      {firstSteps !== null && <FirstStepsHtml html={firstSteps} />}
      {logs.length > 0 && <LogList logs={logs} showsProject={page.showsProject} />}
      {logs.length === 0 && firstSteps === null && refusal === null && (
        <EmptyState title={say.none}>
          <p suppressHydrationWarning>{looked ?? say.noneText}</p>
          {query !== '' && <ButtonLink href={logsPath(savedParams)}>{say.allLogs}</ButtonLink>}
        </EmptyState>
      )}
      {logs.length > 0 && looked !== undefined && (
        <p className={styles.looked} suppressHydrationWarning>
          {looked}
        </p>
      )}
      <Pagination
        newest={page.newer.href}
        older={page.older.href}
        labels={[say.newer, searchedUntil === null ? say.older : say.further]}
      />
    </>
  )
}
