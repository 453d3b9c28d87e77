import type { ListSearch } from './frame-facts.ts'

/** The search that a page's data hands to the top bar; the data can come from any loader. */
export function listSearchOf(page: unknown): ListSearch | undefined {
  if (typeof page !== 'object' || page === null || !('listSearch' in page)) return undefined
  return page.listSearch as ListSearch | undefined // Only loaders that declare it as such have the field.
}
