import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BoundedCache } from '#renderer/format/bounded-cache.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { BulkActions } from './BulkActions.tsx'
import { type FacetGroup, Facets } from './Facets.tsx'

// Parts of the issues page that most visitors do not see and that have no state. The server renders them, so
// that the browser needs no code for them. StaticHtml.tsx imports their styles.

export function renderFacets(groups: FacetGroup[]): string {
  return renderToStaticMarkup(<Facets groups={groups} />)
}

const MOST_CACHED = 20
const bulkActions = /* @__PURE__ */ new BoundedCache<string, string>(MOST_CACHED)

/** The markup follows from the texts of the properties, and is the same with nearly every request. */
export function renderBulkActions(bar: Parameters<typeof BulkActions>[0]): string {
  return bulkActions.get(JSON.stringify(bar), () =>
    // Other parts of the page have ids that are counted in the same way.
    renderToStaticMarkup(<BulkActions {...bar} />, { identifierPrefix: 'bulk' }),
  )
}

export function renderEmptyList(emptyState: EmptyListProps): string {
  return renderToStaticMarkup(<EmptyList {...emptyState} />)
}

interface EmptyListProps {
  title: string
  text: string
  href: string
  /** The text of the link. */
  way: string
  /** Searches that find something, after the text. */
  instead?: { query: string; href: string }[]
}

/** Replaces an empty list of issues, with a link to continue. */
function EmptyList({ title, text, href, way, instead = [] }: EmptyListProps) {
  return (
    <EmptyState title={title}>
      <p>
        {text}
        {instead.map((search) => (
          <Fragment key={search.query}>
            {' '}
            <a href={search.href}>
              <code>{search.query}</code>
            </a>
          </Fragment>
        ))}
      </p>
      <ButtonLink href={href}>{way}</ButtonLink>
    </EmptyState>
  )
}
