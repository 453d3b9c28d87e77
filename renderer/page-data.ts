import { useData } from 'vike-react/useData'
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

/** The page's own data: what its `+loader.ts` returned. */
export function usePageData<Loader extends (...args: never[]) => unknown>(): Awaited<ReturnType<Loader>> {
  return useData<PageData<Awaited<ReturnType<Loader>>>>().page
}

export function useFrame(): Frame {
  return useData<PageData>().frame
}

export function useActionResult(): ActionResult | undefined {
  return useData<PageData>().action
}

export function useFailure(): ShownFailure | undefined {
  return useData<PageData>().failure
}
