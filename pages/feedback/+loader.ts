import { formatCompactNumber } from '#renderer/format/format.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { feedbackPath } from '#renderer/paths.ts'
import { type PageScope, scopeParams } from '#renderer/scope.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { renderFirstSteps } from '#renderer/views/project/first-steps/first-steps-html.tsx'
import { parseFeedbackState, STATES } from './feedback-state.ts'

const FEEDBACK_A_PAGE = 25

export async function loader({ desk, url, scope, scopeRefusal }: LoaderContext) {
  const state = parseFeedbackState(url.searchParams.get('state')) ?? 'open'
  const cursor = url.searchParams.get('cursor') ?? undefined
  const [found, counts] = await Promise.all([
    desk.feedback.search({ ...scope, state, cursor, limit: FEEDBACK_A_PAGE }),
    desk.feedback.count(scope),
  ])
  const scopeParameters = scopeParams(url.searchParams)
  const stateOf = (name: string) => (name === 'open' ? {} : { state: name })
  const at = (place: string | null) =>
    place === null ? {} : { href: feedbackPath({ ...scopeParameters, ...stateOf(state), cursor: place }) }
  return {
    feedback: found.items,
    state,
    refusal: scopeRefusal,
    tabs: STATES.map((name) => ({
      name: say.states[name],
      href: feedbackPath({ ...scopeParameters, ...stateOf(name) }),
      isChosen: name === state,
      count: formatCompactNumber(counts[name]),
    })),
    firstSteps: hasAny(counts) ? null : await firstStepsOf(desk, scope),
    newer: at(found.previousCursor),
    older: at(found.nextCursor),
  }
}

function hasAny(counts: Record<(typeof STATES)[number], number>): boolean {
  return STATES.some((name) => counts[name] > 0)
}

/** Without feedback of any time and environment, the page shows how to ask for it. */
async function firstStepsOf(desk: LoaderContext['desk'], scope: PageScope): Promise<string | null> {
  const period = { start: 0, end: scope.period.end }
  const counts = await desk.feedback.count({ ...scope, environment: undefined, period })
  return hasAny(counts) ? null : renderFirstSteps(desk, 'feedback', scope.project)
}
