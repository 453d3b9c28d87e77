import type { MissingValue } from '#server/models/completion.ts'
import type { SearchContext } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { offeredValues } from '#server/search/dialects/offered-values.ts'
import type { FilterTerm } from '#server/search/expression.ts'
import { nearestWords } from '#server/search/nearest-words.ts'
import { parseSearch } from '#server/search/parse-search.ts'
import type { Store } from '#server/store/engine/store.ts'
import { searchIssueRows } from '#server/store/issues/search/search.ts'
import { MOST_LOOKED_AT, offerValues } from './complete.ts'

const MOST_TERMS = 10
const MOST_SHOWN = 5

/**
 * Finds the first term of a search that no issue of the desk meets, whatever the other terms, the project and the period
 * are: that is why the search finds nothing. Terms with a state or a number say enough themselves.
 */
export async function findMissingValue(
  store: Store,
  query: string,
  context: SearchContext,
): Promise<MissingValue | undefined> {
  const { now } = context
  for (const { key, word, at } of neededTerms(query).slice(0, MOST_TERMS)) {
    const read = parseIssueSearch(word, context)
    if ('error' in read) return undefined
    const { items } = await searchIssueRows(store.db, {
      limit: 1,
      sort: 'date',
      condition: read.condition,
      now,
    })
    if (items.length > 0) continue
    const value = word.slice(word.indexOf(':') + 1).replaceAll('"', '')
    const latest = await searchIssueRows(store.db, { limit: MOST_LOOKED_AT, sort: 'date', now })
    const known = (await offerValues(store, latest.items, { key, part: '' }, context)).map((one) => one.value)
    const near = nearestWords(value, known)
    return {
      word,
      at,
      key,
      isNear: near.length > 0,
      values: near.length > 0 ? near : known.slice(0, MOST_SHOWN),
    }
  }
  return undefined
}

/** Terms with one value that an issue must meet. */
function neededTerms(query: string): FilterTerm[] {
  const parsed = parseSearch(query)
  if ('error' in parsed) return []
  const { expression } = parsed
  const all = expression.kind === 'all' && !expression.isNegated ? expression.of : [expression]
  return all.flatMap((part) => {
    const isNeeded = part.kind === 'filter' && !part.isNegated && part.values.length === 1
    return isNeeded && offeredValues(part.key) === undefined && part.operator === '' ? [part] : []
  })
}
