import { writeValue } from '#renderer/format/write-value.ts'
import * as say from '#renderer/texts/search/completion.ts'
import type { SearchedList } from '#renderer/ui/search/offers-of.ts'
import type { OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type { TypedKey, TypedValue } from './typed-word.ts'

/** One row of the list. */
export interface Offer {
  /** The text that replaces the typed word. */
  insert: string
  /** The text of the row. `match` is the part of it that was typed. */
  name: string
  match: string
  meaning: string
  count: string
  /** The share of the rows, from 0 to 1, which a bar shows. */
  share?: number
  /** A search of before, which takes the place of all that was typed. */
  isWhole?: true
}

export interface OfferGroup {
  name: string
  /** Says what the counts are of. */
  unit: string
  offers: Offer[]
}

const MOST_KEYS = 8
const MOST_TAGS = 5
const MOST_VALUES = 10

/** Keys and tags that have the typed letters: at their beginning first, then at that of a part, then anywhere. */
export function offerKeys(
  { keys, isPart }: OfferedKeys,
  { typed }: TypedKey,
  list: SearchedList = 'issues',
): OfferGroup[] {
  const found = keys
    .map((offered) => ({ ...offered, rank: rankOf(offered.key, typed) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const offersOf = (isTag: boolean, most: number): Offer[] =>
    found
      .filter((offered) => offered.isTag === isTag)
      .slice(0, most)
      .map(({ key, valueCount }) => ({
        insert: `${key}:`,
        name: `${key}:`,
        match: typed,
        meaning: say.meaningOf(key, list),
        count: valueCount === null ? '' : say.valueCount(valueCount, isPart),
      }))
  return [
    { name: say.keys, unit: '', offers: offersOf(false, MOST_KEYS) },
    { name: list === 'logs' ? say.attributes : say.tags, unit: '', offers: offersOf(true, MOST_TAGS) },
  ].filter(({ offers }) => offers.length > 0)
}

/** Undefined where the letters are nowhere in the key. */
function rankOf(key: string, typed: string): number | undefined {
  const [name, letters] = [key.toLowerCase(), typed.toLowerCase()]
  if (name.startsWith(letters)) return 0
  const parts = key.split(/[._-]|(?=[A-Z])/).map((part) => part.toLowerCase())
  if (parts.some((part) => part.startsWith(letters))) return 1
  return name.includes(letters) ? 2 : undefined
}

/** Values that contain the typed letters, and a pattern for all that begin with them. */
export function offerValues(
  { values, total, isPart }: OfferedValues,
  { key, typed, isListed }: TypedValue,
  list: SearchedList = 'issues',
): OfferGroup[] {
  const letters = typed.toLowerCase()
  const most = Math.max(1, ...values.map(({ count }) => count ?? 0))
  const found = values
    .filter(({ value }) => value.toLowerCase().includes(letters))
    .toSorted(
      (a, b) => Number(startsWith(b.value, letters)) - Number(startsWith(a.value, letters)), // stable
    )
  const offers = found.slice(0, MOST_VALUES).map((offered) => ({
    insert: /^[<>]/.test(offered.value) ? offered.value : writeValue(offered.value),
    name: offered.value,
    match: typed,
    meaning: '',
    ...(offered.count === null
      ? { count: '' }
      : { count: say.rowCount(offered.count), share: offered.count / most }),
  }))
  const beginning = found.filter(({ value }) => value.startsWith(typed))
  const all: Offer[] =
    typed === '' || beginning.length < 2 || isListed || !/^[\w.@/+-]+$/.test(typed)
      ? []
      : [
          {
            insert: `${typed}*`,
            name: `${key}:${typed}*`,
            match: `${typed}*`,
            meaning: say.beginsWith(typed),
            count: '',
          },
        ]
  return [
    { name: say.valuesOf(key, { total, isPart, list }), unit: say.units[list], offers },
    { name: say.or, unit: '', offers: all },
  ].filter((group) => group.offers.length > 0)
}

/** Searches of before, the latest first, without the one that the field has. */
export function offerRecent(searches: readonly string[], typed: string): OfferGroup[] {
  const offers = searches
    .filter((query) => query !== typed)
    .map((query) => ({
      insert: query,
      name: query,
      match: '',
      meaning: '',
      count: '',
      isWhole: true as const,
    }))
  return offers.length === 0 ? [] : [{ name: say.recent, unit: '', offers }]
}

function startsWith(value: string, letters: string): boolean {
  return value.toLowerCase().startsWith(letters)
}
