import type { PageContext } from 'vike/types'
import { pageTitle } from '../texts/failure.ts'

export default (pageContext: PageContext) =>
  pageContext.data?.failure ? pageTitle : 'Page not found · Crumbtrail'
