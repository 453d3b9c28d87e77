import { renderToStaticMarkup } from 'react-dom/server'
import { examplesFor } from '#renderer/texts/search/search-refusal.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Searched } from '#server/models/search.ts'
import { SearchRefusal } from './SearchRefusal.tsx'

// Rendered on the server, so that no visit loads code for what few see. SearchForm.tsx imports the styles.

interface Refused {
  desk: { search: Pick<Desk['search'], 'findSearchError'> }
  searched: Searched
  query: string
  refusal: string
  /** The same list with this search; without any, and in its usual order: that may be what is wrong. */
  hrefOf: (query: string | undefined) => string
}

/** What stands below the field of a search that was refused. */
export function renderSearchRefusal({ desk, searched, query, refusal, hrefOf }: Refused): string {
  const error = desk.search.findSearchError(searched, query)
  const examples = error === undefined ? [] : examplesFor(searched, error.word)
  return renderToStaticMarkup(
    <SearchRefusal
      sentence={refusal}
      query={query}
      error={error}
      examples={examples.map((example) => ({ query: example, href: hrefOf(example) }))}
      clear={hrefOf(undefined)}
    />,
  )
}

/** The same place, where something else of the address cannot be read, such as its period. */
export function renderScopeRefusal(refusal: string | null): string | null {
  return refusal && renderToStaticMarkup(<p id="search-note">{refusal}</p>)
}
