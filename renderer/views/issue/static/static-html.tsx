import { renderToStaticMarkup } from 'react-dom/server'
import { EmptyList } from './EmptyList.tsx'
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

export function renderEmptyList(emptiness: Parameters<typeof EmptyList>[0]): string {
  return renderToStaticMarkup(<EmptyList {...emptiness} />)
}
