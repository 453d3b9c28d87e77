import { valuePlaces } from '#server/desk/issues/complete.ts'
import { isRowId } from '#server/desk/row-id.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import { isFieldKey } from '#server/processing/search-fields.ts'
import { EVENT_KEY_NAMES } from '#server/search/dialects/events.ts'
import { offeredValues } from '#server/search/dialects/offered-values.ts'
import { placesOf } from '#server/search/dialects/tag-places.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { countListedKeys } from '#server/store/issues/search/listed-values.ts'
import { listTagValueCounts } from '#server/store/issues/tags.ts'

export interface EventOffers {
  /** Lists what a search of an issue's events can begin with. */
  offerKeys(issueId: number): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many events of the issue have it. */
  offerValues(issueId: number, completed: Completed): Promise<OfferedValues>
}

const MOST_VALUES = 50
const NOTHING: OfferedValues = { values: [], total: 0, isPart: false }

/** Tags of an issue are counted already, so that no event is read. */
export function createEventOffers({ db }: Store): EventOffers {
  const find = async (issueId: number) => (isRowId(issueId) ? findIssueRow(db, issueId) : undefined)
  return {
    async offerKeys(issueId) {
      const issue = await find(issueId)
      if (issue === undefined) return { keys: [], isPart: false }
      const { counts, isPart } = await countListedKeys(db, JSON.stringify([[issue.projectId, issue.id]]))
      const ours = EVENT_KEY_NAMES.map((key) => ({ key, isTag: false, valueCount: countOf(key, counts) }))
      const known = new Set<string>(EVENT_KEY_NAMES)
      const tags = [...counts]
        .filter(([key]) => !known.has(key) && !isFieldKey(key))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, valueCount]) => ({ key, isTag: true, valueCount }))
      // Most keys of issues say nothing of one issue's events: those without a value come last.
      const keys = [...ours, ...tags].toSorted(
        (a, b) => Number(a.valueCount === null) - Number(b.valueCount === null),
      )
      return { keys, isPart }
    },
    async offerValues(issueId, { key, part }) {
      const issue = await find(issueId)
      if (issue === undefined) return NOTHING
      const total = issue.eventCount
      const fixed = offeredValues(key)
      if (fixed !== undefined) {
        return { values: fixed.map((value) => ({ value, count: null })), total, isPart: false }
      }
      const letters = part.toLowerCase()
      const values = new Map<string, number>()
      for (const { tag, prefix } of valuePlaces(key)) {
        for (const { value, count } of await listTagValueCounts(db, issue, tag)) {
          if (!value.startsWith(prefix)) continue
          const shown = value.slice(prefix.length)
          if (shown.toLowerCase().includes(letters))
            values.set(shown, Math.max(count, values.get(shown) ?? 0))
        }
      }
      const found = Array.from(values, ([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, MOST_VALUES)
      return { values: found, total, isPart: false }
    },
  }
}

function countOf(key: string, counts: ReadonlyMap<string, number>): number | null {
  const [place = { tag: key }] = placesOf(key)
  return 'before' in place ? null : (counts.get(place.tag) ?? null)
}
