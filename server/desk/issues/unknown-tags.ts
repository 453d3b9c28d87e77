import { askedTags } from '#server/search/dialects/asked-tags.ts'
import { ISSUE_KEY_NAMES } from '#server/search/dialects/known-keys.ts'
import { nearestWords } from '#server/search/nearest-words.ts'
import type { SearchError } from '#server/search/search-error.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findTagKeys, listTagKeys } from '#server/store/issues/search/search-values.ts'

/** Finds the first key of a search that no event has, and the searches that may have been meant. */
export async function findUnknownTag({ db }: Store, query: string): Promise<SearchError | undefined> {
  const asked = askedTags(query)
  if (asked.length === 0) return undefined
  const known = await findTagKeys(
    db,
    asked.map(({ key }) => key),
  )
  const unknown = asked.find(({ key }) => !known.has(key))
  if (unknown === undefined) return undefined
  const { key, at } = unknown
  const ofData = (await listTagKeys(db)).map((tag) => tag.key)
  const near = nearestWords(key, [...ISSUE_KEY_NAMES, ...ofData])
  return {
    word: key,
    at,
    message: near.length === 0 ? 'is an unknown key: no event has it' : `is an unknown key. ${meant(near)}`,
    instead: near.map((name) => query.slice(0, at) + name + query.slice(at + key.length)),
  }
}

function meant(near: readonly string[]): string {
  const last = near.at(-1) ?? ''
  const others = near.slice(0, -1).join(', ')
  return `Did you mean ${others === '' ? last : `${others} or ${last}`}?`
}
