import { useSyncExternalStore } from 'react'
import { useData } from 'vike-react/useData'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'
import type { ActionResult } from './action.ts'
import type { Frame } from './loader.ts'

/** What `+data` returns to the page, on the server and in the browser. */
export interface PageData<T = unknown> {
  page: T
  frame: Frame
  /** The result of the form that was posted to this page, if there was one. */
  action?: ActionResult
  /** Set for the error page after a failure. Absent if a page was merely not found. */
  failure?: ShownFailure
}

/** A failure as the error screen shows it. A failure on the server has a digest. */
export interface ShownFailure {
  digest?: string
}

/** Updates of pages after they were rendered: revalidated data, a form's result or a failure. */
export const pageUpdates = createPageUpdates<PageData>()

/** All current data of the page. Undefined for a page that failed before its data was loaded. */
export function useLivePageData(): PageData | undefined {
  const rendered = useData<PageData | undefined>()
  const newest = () => rendered && pageUpdates.newest(rendered)
  return useSyncExternalStore(pageUpdates.subscribe, newest, () => rendered)
}

/** The page's own data, as its `+loader.ts` returned it. */
export function usePageData<Loader extends (...args: never[]) => unknown>(): Awaited<ReturnType<Loader>> {
  // The caller names the type of the loader beside it.
  return useLivePageData()?.page as Awaited<ReturnType<Loader>>
}

export function useFrame(): Frame {
  const data = useLivePageData()
  if (data === undefined) throw new Error('Cannot show page: it has no data')
  return data.frame
}

/**
 * The result of the form that was posted to this page. `useActionResult<typeof action>()` knows the type
 * of its value.
 */
export function useActionResult<Action extends AnyAction = AnyAction>():
  | Awaited<ReturnType<Action>>
  | undefined {
  // `PageData` leaves the type of the value open. The caller names the action beside the page.
  return useLivePageData()?.action as Awaited<ReturnType<Action>> | undefined
}

type AnyAction = (...args: never[]) => Promise<ActionResult>

export function useFailure(): ShownFailure | undefined {
  return useLivePageData()?.failure
}
