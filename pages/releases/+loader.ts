import { describePeriod } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { releasesPath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import * as say from '#renderer/texts/releases.ts'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'

const RELEASES_A_PAGE = 25
const LONGEST_TEXT = 250

export async function loader({ desk, url, scope, scopeRefusal, preferences }: LoaderContext) {
  const cursor = url.searchParams.get('cursor') ?? undefined
  const text = (url.searchParams.get('query') ?? '').trim().slice(0, LONGEST_TEXT)
  const order = url.searchParams.get('sort') === 'version' ? 'version' : 'new'
  const { project, isWithoutOwn, period } = scope
  const found = await desk.releases.search({
    ...{ project, isWithoutOwn, text, order, period, cursor },
    limit: RELEASES_A_PAGE,
  })
  const savedParams = scopeParams(url.searchParams)
  const params = { ...savedParams, ...(text !== '' && { query: text }) }
  const at = (place: string | null) =>
    place === null ? {} : { href: releasesPath({ ...params, cursor: place }) }
  const isEmpty = found.items.length === 0 && text === '' && cursor === undefined
  return {
    releases: found.items,
    firstSteps: isEmpty ? await renderFirstSteps(desk, 'releases', project) : null,
    refusal: scopeRefusal,
    intro: say.intro(describePeriod(period, preferences.zone)),
    text,
    savedParams: order === 'version' ? { ...savedParams, sort: order } : savedParams,
    orders: [
      { name: say.orders.new, href: releasesPath(params), isChosen: order === 'new' },
      {
        name: say.orders.version,
        href: releasesPath({ ...params, sort: 'version' }),
        isChosen: order === 'version',
      },
    ],
    newer: at(found.previousCursor),
    older: at(found.nextCursor),
  }
}
