import type { ListSearch } from '#renderer/layout/frame-facts.ts'
import { describePeriod } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { releasesPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import * as say from '#renderer/texts/releases.ts'
import { openTarget } from '#renderer/ui/search/open-target.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'

const RELEASES_A_PAGE = 25
const LONGEST_TEXT = 250

export async function loader({ desk, url, scope, scopeRefusal, preferences }: LoaderContext) {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const query = (url.searchParams.get('query') ?? '').trim().slice(0, LONGEST_TEXT)
  await openTarget(desk, query)
  const order = url.searchParams.get('sort') === 'version' ? 'version' : 'new'
  const { project, isWithoutOwn, period } = scope
  const found = await desk.releases.search({
    ...{ project, isWithoutOwn, query, order, period, cursor },
    limit: RELEASES_A_PAGE,
  })
  const savedParams = scopeParams(url.searchParams)
  const params = { ...savedParams, ...(query !== '' && { query }) }
  const hrefOf = (other: string | undefined) => releasesPath({ ...savedParams, query: other })
  const refusal =
    'refusal' in found
      ? await renderSearchRefusal({ desk, searched: 'releases', query, refusal: found.refusal, hrefOf })
      : renderScopeRefusal(scopeRefusal)
  const { items, nextCursor, previousCursor } = 'refusal' in found ? NOTHING : found
  const at = (place: string | null) =>
    place === null ? {} : { href: releasesPath({ ...params, cursor: place }) }
  const isEmpty = items.length === 0 && query === '' && cursor === undefined
  const firstSteps = isEmpty ? await renderFirstSteps(desk, 'releases', project) : null
  const shown = order === 'version' ? { ...savedParams, sort: order } : savedParams
  return {
    releases: items,
    firstSteps,
    refusal,
    ...(firstSteps === null && {
      listSearch: {
        list: 'releases',
        query,
        isRefused: refusal !== null,
        hiddenFields: Object.entries(shown),
      } satisfies ListSearch,
    }),
    intro: say.intro(describePeriod(period, preferences.zone)),
    all: releasesPath(shown),
    orders: [
      { name: say.orders.new, href: releasesPath(params), isChosen: order === 'new' },
      {
        name: say.orders.version,
        href: releasesPath({ ...params, sort: 'version' }),
        isChosen: order === 'version',
      },
    ],
    newer: at(previousCursor),
    older: at(nextCursor),
  }
}

const NOTHING = { items: [], nextCursor: null, previousCursor: null }
