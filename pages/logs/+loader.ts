import { HOUR_MS } from '#renderer/format/time-units.ts'
import type { ListSearch } from '#renderer/layout/frame-facts.ts'
import { formatCovered } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { logsPath } from '#renderer/paths.ts'
import { type PageScope, scopeParams } from '#renderer/scope.ts'
import { offersOf } from '#renderer/ui/search/offers-of.ts'
import { openTarget } from '#renderer/ui/search/open-target.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'
import type { LogHours } from '#server/models/logs.ts'
import { drawLevels } from './level-chart.ts'

const LOGS_A_PAGE = 50

export async function loader({ desk, url, scope, scopeRefusal, preferences, now }: LoaderContext) {
  const query = url.searchParams.get('query')?.trim() ?? ''
  await openTarget(desk, query)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const isFollowing = url.searchParams.get('follow') === '1' && cursor === undefined
  const [found, counted] = await Promise.all([
    desk.logs.search({ ...scope, query, cursor, limit: LOGS_A_PAGE }),
    desk.logs.count({ ...scope, query }),
  ])
  const savedParams = scopeParams(url.searchParams)
  const params = { ...savedParams, ...(query !== '' && { query }) }
  const pageAt = (place: string | null) =>
    place === null ? {} : { href: logsPath({ ...params, cursor: place }) }
  const hrefOf = (other: string | undefined) => logsPath({ ...savedParams, query: other })
  const refusal =
    'refusal' in found
      ? await renderSearchRefusal({ desk, searched: 'logs', query, refusal: found.refusal, hrefOf })
      : renderScopeRefusal(scopeRefusal)
  const { items, nextCursor, previousCursor, searchedUntil } = 'refusal' in found ? NOTHING : found
  const isEmpty = items.length === 0 && refusal === null && query === '' && cursor === undefined
  const firstSteps = isEmpty ? await firstStepsOf(desk, scope) : null
  return {
    logs: items,
    levels: 'refusal' in counted ? null : toLevels(counted, now, preferences.zone),
    query,
    savedParams,
    refusal,
    ...(firstSteps === null && {
      listSearch: {
        list: 'logs',
        query,
        isRefused: refusal !== null,
        hiddenFields: Object.entries(savedParams),
        offers: offersOf('logs', scope),
      } satisfies ListSearch,
    }),
    showsProject: scope.project === undefined,
    isFollowing,
    firstSteps,
    searchedUntil,
    older: pageAt(nextCursor),
    newer: pageAt(previousCursor),
    newest: logsPath(params),
    follow: logsPath({ ...params, follow: '1' }),
  }
}

/** Without a log of any time and environment, the page shows how to send one. */
async function firstStepsOf(desk: LoaderContext['desk'], scope: PageScope): Promise<string | null> {
  const period = { start: 0, end: scope.period.end }
  const any = await desk.logs.search({
    ...{ ...scope, environment: undefined, period },
    ...{ query: '', cursor: undefined, limit: 1 },
  })
  const hasNone = 'items' in any && any.items.length === 0 && any.searchedUntil === null
  return hasNone ? renderFirstSteps(desk, 'logs', scope.project) : null
}

/** The chart of what matches, how many that are, and of what time. */
function toLevels(counted: LogHours, now: number, zone: string) {
  const { fromHour, hours, counts, countedFrom } = counted
  const ends = { start: fromHour * HOUR_MS, end: (fromHour + hours) * HOUR_MS }
  const chart = drawLevels(counted, zone)
  const total = counts.reduce((sum, { quantity }) => sum + quantity, 0)
  return chart === null ? null : { chart, total, covered: formatCovered(ends, now, zone), countedFrom }
}

const NOTHING = { items: [], nextCursor: null, previousCursor: null, searchedUntil: null }
