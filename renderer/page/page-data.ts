import { useSyncExternalStore } from 'react'
import { useData } from 'vike-react/useData'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'
import type { ActionResult } from './action.ts'
import type { Frame } from './loader.ts'

/** What `+data` hands to the page, on the server and in the browser alike. */
export interface PageData<T = unknown> {
  page: T
  frame: Frame
  /** The outcome of the form that was posted to this page, when there was one. */
  action?: ActionResult
  /** Set for the error page when something broke; absent when a page is merely not found. */
  failure?: ShownFailure
}

/** A failure as its visitor's error screen shows it: a failure on the server has a digest. */
export interface ShownFailure {
  digest?: string
}

/** What came for a page after it was rendered: revalidated data, a form's result, a failure. */
export const pageUpdates = createPageUpdates<PageData>()

/** All of the page's data as it stands now; undefined for a page that failed before its data was loaded. */
export function useLivePageData(): PageData | undefined {
  const rendered = useData<PageData | undefined>()
  const newest = () => rendered && pageUpdates.newest(rendered)
  return useSyncExternalStore(pageUpdates.subscribe, newest, () => rendered)
}

/** The page's own data: what its `+loader.ts` returned. */
export function usePageData<Loader extends (...args: never[]) => unknown>(): Awaited<ReturnType<Loader>> {
  return useLivePageData()?.page as Awaited<ReturnType<Loader>> // the caller names the loader that stands beside it
}

export function useFrame(): Frame {
  const data = useLivePageData()
  if (data === undefined) throw new Error('Cannot show page: it has no data')
  return data.frame
}

/** What the form came to that was posted to this page: `useActionResult<typeof action>()` knows its value. */
export function useActionResult<Action extends AnyAction = AnyAction>():
  | Awaited<ReturnType<Action>>
  | undefined {
  // `PageData` leaves the value open, and the caller names the action that stands beside the page
  return useLivePageData()?.action as Awaited<ReturnType<Action>> | undefined
}

type AnyAction = (...args: never[]) => Promise<ActionResult>

export function useFailure(): ShownFailure | undefined {
  return useLivePageData()?.failure
}
