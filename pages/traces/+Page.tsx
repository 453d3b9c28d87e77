import { useCallback } from 'react'
import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { tracesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { SearchNote } from '#renderer/ui/search/refusal/SearchNote.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import { SearchedUntil } from '#renderer/views/trace/list/SearchedUntil.tsx'
import { TraceDistribution } from '#renderer/views/trace/list/TraceDistribution.tsx'
import { TraceTable } from '#renderer/views/trace/list/TraceTable.tsx'
import type { loader } from './+loader.ts'

export default function TracesPage() {
  const {
    traces,
    next,
    previous,
    searchedUntil,
    isSlowest,
    refusal,
    all,
    sorts,
    everything,
    firstSteps,
    distribution,
  } = usePageData<typeof loader>()
  const { now } = useFrame()
  const [back, on] = isSlowest ? say.ways.slowest : say.ways.newest
  if (firstSteps !== null) {
    return (
      <>
        <PageHead title={say.title} intro={say.intro} />
        <FirstStepsHtml html={firstSteps} />
      </>
    )
  }
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <ViewTabs
        label={say.order}
        tabs={[
          { name: say.newest, href: sorts.newest, isChosen: !isSlowest },
          { name: say.slowest, href: sorts.slowest, isChosen: isSlowest },
        ]}
      />
      <SearchNote html={refusal} />
      {distribution !== null && <Distribution distribution={distribution} />}
      {traces.length > 0 && <TraceTable traces={traces} now={now} />}
      {traces.length === 0 && refusal === null && searchedUntil !== null && <p>{say.noneSoFar}</p>}
      {traces.length === 0 && refusal === null && searchedUntil === null && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
          {everything === null ? (
            <ButtonLink href={all}>{say.allTraces}</ButtonLink>
          ) : (
            <ButtonLink href={everything}>{say.everySegment}</ButtonLink>
          )}
        </EmptyState>
      )}
      {searchedUntil !== null && <SearchedUntil searchedUntil={searchedUntil} isSlowest={isSlowest} />}
      <Pagination
        newest={previous}
        older={next}
        labels={[back, searchedUntil === null ? on : say.lookFurther]}
      />
    </>
  )
}

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>['distribution']>

function Distribution({ distribution: { tokens, base, params, ...shown } }: { distribution: Shown }) {
  const rangeHref = useCallback(
    (from: number, to: number) =>
      tracesPath({ ...params, query: `${base} duration:${tokens[from]}..${tokens[to + 1]}`.trim() }),
    [params, base, tokens],
  )
  return <TraceDistribution {...shown} rangeHref={rangeHref} />
}
