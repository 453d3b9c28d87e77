import { renderToStaticMarkup } from 'react-dom/server'
import { examplesFor } from '#renderer/texts/search/search-refusal.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Searched } from '#server/models/search.ts'
import { SearchRefusal } from './SearchRefusal.tsx'

// Rendered on the server, so that no visit loads code for what few see. SearchForm.tsx imports the styles.

interface Refused {
  desk: { search: Pick<Desk['search'], 'findFault'> }
  searched: Searched
  query: string
  refusal: string
  /** The same list with this search; without any, and in its usual order: that may be what is wrong. */
  hrefOf: (query: string | undefined) => string
}

/** What stands below the field of a search that was refused. */
export function renderSearchRefusal({ desk, searched, query, refusal, hrefOf }: Refused): string {
  const fault = desk.search.findFault(searched, query)
  const examples = fault === undefined ? [] : examplesFor(searched, fault.word)
  return renderToStaticMarkup(
    <SearchRefusal
      sentence={refusal}
      query={query}
      fault={fault}
      examples={examples.map((example) => ({ query: example, href: hrefOf(example) }))}
      clear={hrefOf(undefined)}
    />,
  )
}

/** The same place, where something else of the address cannot be read, such as its period. */
export function renderScopeRefusal(refusal: string | null): string | null {
  return refusal && renderToStaticMarkup(<p id="search-note">{refusal}</p>)
}
