import type { SearchContext } from '#server/search/condition.ts'
import type { SearchFault } from '#server/search/fault.ts'
import { readLogSearch } from '#server/search/log-condition.ts'
import { readSearch } from '#server/search/meaning.ts'
import { readTraceSearch } from '#server/search/trace-search.ts'

export type Searched = 'issues' | 'logs' | 'traces'

export interface DeskSearchFaults {
  /** The part of a search that is the reason why it was refused; undefined where the reason is another one. */
  findSearchFault(searched: Searched, query: string): SearchFault | undefined
}

export function createDeskSearchFaults(contextOf: () => SearchContext): DeskSearchFaults {
  return {
    findSearchFault(searched, query) {
      const read = readAs(searched, query, contextOf)
      return 'fault' in read ? read.fault : undefined
    },
  }
}

function readAs(
  searched: Searched,
  query: string,
  contextOf: () => SearchContext,
): object | { fault: SearchFault } {
  switch (searched) {
    case 'issues':
      return readSearch(query, contextOf())
    case 'logs':
      return readLogSearch(query)
    case 'traces':
      return readTraceSearch(query)
  }
}
