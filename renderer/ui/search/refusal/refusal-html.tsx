import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { examplesFor } from '#renderer/texts/search/search-refusal.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { Searched } from '#server/models/search.ts'
import styles from './SearchRefusal.module.css'
import { SearchRefusal } from './SearchRefusal.tsx'

// The server renders this, so that the browser needs no code for what few visitors see. SearchNote.tsx
// imports the styles.

interface Refused {
  desk: { search: Pick<Desk['search'], 'findSearchError'> }
  searched: Searched
  query: string
  refusal: string
  /**
   * The address of the list with this search. The list without a search also has its default order, which
   * may be what is wrong.
   */
  hrefOf: (query: string | undefined) => string
}

/** Renders what stands above the list of a refused search. */
export async function renderSearchRefusal({
  desk,
  searched,
  query,
  refusal,
  hrefOf,
}: Refused): Promise<string> {
  const error = await desk.search.findSearchError(searched, query)
  const examples = error === undefined ? [] : (error.instead ?? examplesFor(searched, error.word))
  return renderToStaticMarkup(
    <Alert>
      <SearchRefusal
        sentence={refusal}
        query={query}
        error={error}
        examples={examples.map((example) => ({ query: example, href: hrefOf(example) }))}
        clear={hrefOf(undefined)}
      />
    </Alert>,
  )
}

/** Uses the same place when another part of the address is invalid, such as its period. */
export function renderScopeRefusal(refusal: string | null): string | null {
  return (
    refusal &&
    renderToStaticMarkup(
      <Alert>
        <p id="search-note">{refusal}</p>
      </Alert>,
    )
  )
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div className={styles.refusal} role="alert">
      {children}
    </div>
  )
}
