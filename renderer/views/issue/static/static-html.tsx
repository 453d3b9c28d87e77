import { renderToStaticMarkup } from 'react-dom/server'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { type FacetGroup, Facets } from './Facets.tsx'
import { FirstReport } from './FirstReport.tsx'

// Parts of the issues page that most visits do not show and that remember nothing: rendered on the server, so that no
// visit loads code for them. Their styles are imported by StaticHtml.tsx.

export function renderFacets(groups: FacetGroup[]): string {
  return renderToStaticMarkup(<Facets groups={groups} />)
}

export function renderFirstReport(report: Parameters<typeof FirstReport>[0]): string {
  return renderToStaticMarkup(<FirstReport {...report} />)
}

export function renderEmptyList(emptyState: EmptyListProps): string {
  return renderToStaticMarkup(<EmptyList {...emptyState} />)
}

interface EmptyListProps {
  title: string
  text: string
  href: string
  /** What the way on is called. */
  way: string
}

/** Stands where a list's issues would be, and leads on. */
function EmptyList({ title, text, href, way }: EmptyListProps) {
  return (
    <EmptyState title={title}>
      <p>{text}</p>
      <ButtonLink href={href}>{way}</ButtonLink>
    </EmptyState>
  )
}
