import { applyRecordFilters } from '#server/processing/filters/record-filters.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import type { Item } from '#server/protocol/envelope.ts'
import type { ProcessingContext } from './context.ts'
import { processOf } from './item-kinds.ts'
import type { ProcessedItem } from './processed.ts'

/** Undefined for a type that nobody shows yet. */
export function processItem(
  item: Item,
  headerId: string | undefined,
  context: ProcessingContext,
): ProcessedItem | undefined {
  const scrubber = scrubberFor(context.settings?.scrubbing)
  const processed = processOf(item.headers.type)?.(item, { ...context, scrubber }, headerId)
  return processed && applyRecordFilters(processed, context.settings?.filters)
}
