import type { PageContext } from 'vike/types'
import { fetchPageData } from './page/fetch-page-data.ts'
import { loadPageData } from './page/load-page-data.ts'
import type { PageData } from './page/page-data.ts'

/** The bundler drops the half that belongs to the other side. */
export function data(pageContext: PageContext): Promise<PageData> {
  if (!import.meta.env.SSR) return fetchPageData(pageContext)
  if (pageContext.isClientSide) throw new Error('Cannot load page: the server has a browser’s page context')
  return loadPageData(pageContext)
}
