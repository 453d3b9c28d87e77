import { feedbackPath, issuesPath, logsPath, type Path, releasesPath, tracesPath } from '#renderer/paths.ts'
import type { Searched } from '#server/models/search.ts'
import type { ListSearch } from './frame-facts.ts'

/** The pages of the lists that the field in the top bar can search. */
export const LIST_PATHS: Readonly<Record<Searched, Path>> = {
  issues: issuesPath(),
  logs: logsPath(),
  traces: tracesPath(),
  feedback: feedbackPath(),
  releases: releasesPath(),
}

/** The search that a page's data hands to the top bar; the data can come from any loader. */
export function listSearchOf(page: unknown): ListSearch | undefined {
  if (typeof page !== 'object' || page === null || !('listSearch' in page)) return undefined
  return page.listSearch as ListSearch | undefined // Only loaders that declare it as such have the field.
}
