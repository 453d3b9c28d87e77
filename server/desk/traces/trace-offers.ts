import { offerKeysOf, offerValuesOf } from '#server/desk/count-offered.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type { DeskTraces, TraceFilter, TraceSummary } from './traces.ts'

type OfferFilter = Omit<TraceFilter, 'sort' | 'limit' | 'cursor'>

export interface TraceOffers {
  /** Lists what a search of these traces can begin with. A search that is refused limits nothing. */
  offerKeys(filter: OfferFilter): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many of the newest traces have it. */
  offerValues(filter: OfferFilter, completed: Completed): Promise<OfferedValues>
}

/** A page of the list: its newest traces are what is counted. */
const MOST_LOOKED_AT = 100
const NAMES = ['is', 'has', 'duration', 'name', 'op', 'status', 'user', 'release', 'browser', 'side']
const FIXED = {
  is: ['root', 'failed'],
  has: ['error'],
  duration: ['>500ms', '>1s', '<100ms', '100ms..1s'],
}

export function createTraceOffers(search: DeskTraces['search']): TraceOffers {
  async function look(filter: OfferFilter) {
    const page = { limit: MOST_LOOKED_AT, cursor: undefined, sort: undefined }
    const found = await search({ ...filter, ...page })
    const all = 'refusal' in found ? await search({ ...filter, ...page, query: '' }) : found
    const traces = 'refusal' in all ? [] : all.traces
    return { rows: traces.map(toRow), names: NAMES, fixed: FIXED, isPart: traces.length === MOST_LOOKED_AT }
  }

  return {
    offerKeys: async (filter) => offerKeysOf(await look(filter)),
    offerValues: async (filter, completed) => {
      const key = completed.key.toLowerCase() === 'transaction' ? 'name' : completed.key
      return offerValuesOf(await look(filter), { ...completed, key })
    },
  }
}

function toRow({ name, op, status, user, release, browser, side }: TraceSummary) {
  const values = Object.entries({ name, op, status, user, release, browser, side })
  return new Map(
    values.flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, value] as const])),
  )
}
