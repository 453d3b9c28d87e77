import type { PageContext } from 'vike/types'

export default (pageContext: PageContext) =>
  pageContext.data?.failure ? 'Application error · Crumbtrail' : 'Page not found · Crumbtrail'
