import { countValues, offerKeysOf, offerValuesOf } from '#server/desk/count-offered.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type { LogFilter, LogListing, LogScope, LogSummary } from '#server/models/logs.ts'
import type { Refusal } from '#server/models/refusal.ts'

export interface LogOffers {
  /** Lists what a search of these logs can begin with. A search that is refused limits nothing. */
  offerKeys(filter: LogScope & { query: string }): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many of the newest logs have it. */
  offerValues(filter: LogScope & { query: string }, completed: Completed): Promise<OfferedValues>
}

/** The newest logs are what is counted: their attributes are unpacked for it. */
const MOST_LOOKED_AT = 200
const NAMES = ['level', 'message', 'environment', 'release', 'project', 'has', 'trace', 'span']

type Search = (filter: LogFilter) => Promise<LogListing | Refusal>

export function createLogOffers(search: Search): LogOffers {
  async function look(filter: LogScope & { query: string }) {
    const page = { limit: MOST_LOOKED_AT, cursor: undefined }
    const found = await search({ ...filter, ...page })
    const all = 'refusal' in found ? await search({ ...filter, ...page, query: '' }) : found
    const items = 'refusal' in all ? [] : all.items
    return { rows: items.map(toRow), names: NAMES, isPart: items.length === MOST_LOOKED_AT }
  }

  return {
    offerKeys: async (filter) => offerKeysOf(await look(filter)),
    async offerValues(filter, completed) {
      const list = await look(filter)
      if (completed.key.toLowerCase() !== 'has') return offerValuesOf(list, completed)
      const attributes = list.rows.flatMap((row) => [...row.keys()].filter((key) => !NAMES.includes(key)))
      const values = countValues(attributes, completed.part)
      return { values, total: list.rows.length, isPart: list.isPart }
    },
  }
}

function toRow({ level, environment, release, projectSlug, attributes }: LogSummary) {
  const row = new Map<string, string>()
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      row.set(key, String(value))
    }
  }
  const columns = { level, environment, release, project: projectSlug }
  for (const [key, value] of Object.entries(columns)) if (value !== null) row.set(key, value)
  for (const key of ['message', 'has', 'trace', 'span']) row.delete(key)
  return row
}
