import type { PageContext } from 'vike/types'
import { fetchPageData } from './page/fetch-page-data.ts'
import { loadPageData } from './page/load-page-data.ts'
import type { PageData } from './page/page-data.ts'

/** Each side keeps its own half: the other is dropped from the bundle. */
export function data(pageContext: PageContext): Promise<PageData> {
  if (!import.meta.env.SSR) return fetchPageData(pageContext)
  if (pageContext.isClientSide) throw new Error('Cannot load page: the server has a browser’s page context')
  return loadPageData(pageContext)
}
