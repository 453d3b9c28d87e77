import type { ProcessedItem } from '#server/processing/pipeline/processed.ts'
import { categoryOfKind, isFilteredByRelease } from '#server/processing/record.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { matchingReleaseFilter } from './matching-filter.ts'

/** What an item gives, without the logs, sessions and the like of releases that a project wants no more of. */
export function applyRecordFilters(
  item: ProcessedItem,
  filters: ProjectSettings['filters'] | undefined,
): ProcessedItem {
  if (!item.records || !filters || filters.releases.length === 0) return item
  const outcomes = [...item.outcomes]
  const records = item.records.filter((record) => {
    if (!('release' in record) || !isFilteredByRelease(record.kind)) return true
    const reason = matchingReleaseFilter(record.release, filters)
    if (reason === undefined) return true
    outcomes.push({ category: categoryOfKind(record.kind), outcome: 'filtered', reason, quantity: 1 })
    return false
  })
  return { ...item, records, outcomes }
}
