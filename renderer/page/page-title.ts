import type { PageContext } from 'vike/types'
import { clipText } from '#renderer/format/format.ts'
import { desk } from '#renderer/texts/frame/places.ts'
import type { PageData } from './page-data.ts'

/** Makes a page's `+title` from its loader's data, such as `TypeError · Crumbtrail`. */
export function titled<Loader extends (...args: never[]) => unknown>(
  name: (page: Awaited<ReturnType<Loader>>) => string,
): (pageContext: { data?: PageData }) => string {
  return ({ data }) => {
    // A page without data failed, and the error screen replaces it. `PageData` leaves the loader's type
    // open. The caller names the loader beside the page.
    const page = data?.page as Awaited<ReturnType<Loader>> | undefined
    return page === undefined ? desk : `${clipText(name(page), 80)} · ${desk}`
  }
}

/** The title of a page, by its `+title`. A title only reads the page's data, which may be newer than the page. */
export function titleOf(pageContext: PageContext, data?: PageData): string | undefined {
  const { title } = pageContext.config
  const context = data === undefined ? pageContext : Object.assign(Object.create(pageContext), { data })
  const text: unknown = typeof title === 'function' ? title(context) : title
  return typeof text === 'string' ? text : undefined
}
