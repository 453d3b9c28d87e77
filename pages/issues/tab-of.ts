import * as say from '#renderer/texts/issues/issues.ts'
import { DEFAULT_QUERY } from './issue-params.ts'

export interface StateTab {
  name: string
  /** Undefined for the list that an address without a query shows. */
  query: string | undefined
  /** The key of its count. */
  count?: 'unresolved' | 'forReview' | 'regressed' | 'ignored'
}

export const STATE_TABS: readonly StateTab[] = [
  { name: say.open, query: undefined, count: 'unresolved' },
  { name: say.forReview, query: 'is:for_review', count: 'forReview' },
  { name: say.forMe, query: 'is:for_me' },
  { name: say.regressed, query: 'is:regressed', count: 'regressed' },
  { name: say.ignored, query: 'is:ignored', count: 'ignored' },
  { name: say.resolved, query: 'is:resolved' },
  { name: say.all, query: '' },
]

/**
 * Splits a search into that of its tab and the rest, which the field below the tabs shows: it need not repeat what the
 * tab says. A search that no tab begins is all the rest of `All`.
 */
export function splitTab(query: string): { tab: string; rest: string } {
  for (const { query: tab = DEFAULT_QUERY } of STATE_TABS) {
    if (tab !== '' && (query === tab || query.startsWith(`${tab} `))) {
      const rest = query.slice(tab.length).trim()
      if (!hasAlternatives(rest)) return { tab, rest }
    }
  }
  return { tab: '', rest: query }
}

/** Adds the tab to what was typed below it, unless that names a state itself. */
export function joinTab(tab: string, typed: string): string {
  const isTab = STATE_TABS.some(({ query = DEFAULT_QUERY }) => query === tab)
  const rest = typed.trim()
  if (!isTab || tab === '' || NAMES_STATE.test(rest)) return rest
  return hasAlternatives(rest) ? `${tab} (${rest})` : `${tab} ${rest}`.trim()
}

/** Whether the tab's word would belong to the first alternative alone; within parentheses there may be others. */
function hasAlternatives(rest: string): boolean {
  return /(^|\s)OR(\s|$)/.test(rest.replaceAll(/\([^()]*\)|"[^"]*"/g, ''))
}

const NAMES_STATE =
  /(^|[\s(!])is:\[?(open|unresolved|resolved|ignored|archived|regressed|escalating|for_review|for_me)\b/i
