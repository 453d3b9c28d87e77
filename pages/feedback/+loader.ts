import { formatCompactNumber } from '#renderer/format/format.ts'
import type { ListSearch } from '#renderer/layout/frame-facts.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { feedbackPath } from '#renderer/paths.ts'
import { type PageScope, scopeParams } from '#renderer/scope.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { offersOf } from '#renderer/ui/search/offers-of.ts'
import { openTarget } from '#renderer/ui/search/open-target.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'
import { parseFeedbackState, STATES } from './feedback-state.ts'

const FEEDBACK_A_PAGE = 25

export async function loader({ desk, url, scope, scopeRefusal }: LoaderContext) {
  const state = parseFeedbackState(url.searchParams.get('state')) ?? 'open'
  const cursor = url.searchParams.get('cursor') ?? undefined
  const query = (url.searchParams.get('query') ?? '').trim()
  await openTarget(desk, query)
  const [found, counts] = await Promise.all([
    desk.feedback.search({ ...scope, query, state, cursor, limit: FEEDBACK_A_PAGE }),
    desk.feedback.count({ ...scope, query }),
  ])
  const scopeParameters = scopeParams(url.searchParams)
  const stateOf = (name: string) => (name === 'open' ? {} : { state: name })
  const savedParams = { ...scopeParameters, ...stateOf(state) }
  const queryParams = query === '' ? {} : { query }
  const at = (place: string | null) =>
    place === null ? {} : { href: feedbackPath({ ...savedParams, ...queryParams, cursor: place }) }
  const hrefOf = (other: string | undefined) => feedbackPath({ ...savedParams, query: other })
  const refusal =
    'refusal' in found
      ? await renderSearchRefusal({ desk, searched: 'feedback', query, refusal: found.refusal, hrefOf })
      : renderScopeRefusal(scopeRefusal)
  const { items, nextCursor, previousCursor } = 'refusal' in found ? NOTHING : found
  const isEmpty = query === '' && !hasAny(counts)
  const firstSteps = isEmpty ? await firstStepsOf(desk, scope) : null
  return {
    feedback: items,
    state,
    query,
    refusal,
    all: feedbackPath(savedParams),
    ...(firstSteps === null && {
      listSearch: {
        list: 'feedback',
        query,
        isRefused: refusal !== null,
        hiddenFields: Object.entries(savedParams),
        offers: offersOf('feedback', scope, { state }),
      } satisfies ListSearch,
    }),
    tabs: STATES.map((name) => ({
      name: say.states[name],
      href: feedbackPath({ ...scopeParameters, ...stateOf(name), ...queryParams }),
      isChosen: name === state,
      count: formatCompactNumber(counts[name]),
    })),
    firstSteps,
    newer: at(previousCursor),
    older: at(nextCursor),
  }
}

const NOTHING = { items: [], nextCursor: null, previousCursor: null }

function hasAny(counts: Record<(typeof STATES)[number], number>): boolean {
  return STATES.some((name) => counts[name] > 0)
}

/** Without feedback of any time and environment, the page shows how to ask for it. */
async function firstStepsOf(desk: LoaderContext['desk'], scope: PageScope): Promise<string | null> {
  const period = { start: 0, end: scope.period.end }
  const counts = await desk.feedback.count({ ...scope, environment: undefined, period })
  return hasAny(counts) ? null : renderFirstSteps(desk, 'feedback', scope.project)
}
