import { clipText } from '#renderer/format/format.ts'
import { desk } from '#renderer/texts/frame/places.ts'
import type { PageData } from './page-data.ts'

/** A page's `+title`, made from what its loader returned: `TypeError · Crumbtrail`. */
export function titled<Loader extends (...args: never[]) => unknown>(
  name: (page: Awaited<ReturnType<Loader>>) => string,
): (pageContext: { data?: PageData }) => string {
  return ({ data }) => {
    // Without data the page failed, and the error screen stands in its place. `PageData` leaves the
    // loader's type open, and the caller names the loader that stands beside it.
    const page = data?.page as Awaited<ReturnType<Loader>> | undefined
    return page === undefined ? desk : `${clipText(name(page), 80)} · ${desk}`
  }
}
