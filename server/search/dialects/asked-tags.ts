import type { Expression, FilterTerm } from '../expression.ts'
import { parseSearch } from '../parse-search.ts'
import { ISSUE_KEYS } from './issue-keys.ts'
import { ISSUE_KEY_NAMES } from './known-keys.ts'
import { placesOf } from './tag-places.ts'

export interface AskedTag {
  key: string
  /** Characters before it in the search. */
  at: number
}

const KNOWN: ReadonlySet<string> = new Set(ISSUE_KEY_NAMES)

/** The tags that a search names and that not every desk has: only the events say whether there are such tags. */
export function askedTags(query: string): AskedTag[] {
  const parsed = parseSearch(query)
  return 'error' in parsed ? [] : filtersOf(parsed.expression).flatMap(tagsOfFilter)
}

function filtersOf(expression: Expression): FilterTerm[] {
  switch (expression.kind) {
    case 'text':
      return []
    case 'filter':
      return [expression]
    case 'all':
    case 'any':
      return expression.of.flatMap(filtersOf)
  }
}

function tagsOfFilter({ key, isTag, values, word, at }: FilterTerm): AskedTag[] {
  const name = key.toLowerCase()
  const isOurs = !isTag && Object.hasOwn(ISSUE_KEYS, name)
  if (isOurs && name !== 'has') return []
  const keys = isOurs ? values.map((pattern) => pattern.join('*')) : [key]
  return keys
    .filter((asked) => !KNOWN.has(asked) && placesOf(asked).length === 0 && !/^assign(ed|ee)$/i.test(asked))
    .map((asked) => ({ key: asked, at: at + Math.max(word.indexOf(asked), 0) }))
}
