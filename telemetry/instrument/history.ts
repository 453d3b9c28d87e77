import { scrubUrl } from '../errors/urls.ts'
import type { RecordBreadcrumb } from '../scope/scoped-telemetry.ts'
import { listen } from './listen.ts'
import { wrapMethod } from './wrap.ts'

type HistoryWindow = EventTarget & Pick<Window, 'history' | 'location'>

/** Records a breadcrumb for every change of the address without a page load. Stops when `signal` aborts. */
export function observeHistory(window: HistoryWindow, record: RecordBreadcrumb, signal?: AbortSignal): void {
  const path = (): string => scrubUrl(window.location.href.slice(window.location.origin.length))
  let from = path()
  const note = (): void => {
    const to = path()
    // A change of the state alone is no navigation.
    if (to !== from) record({ type: 'navigation', category: 'navigation', data: { from, to } })
    from = to
  }
  const around = (change: () => void): void => {
    change()
    note()
  }
  listen(window, 'popstate', note, signal)
  wrapMethod(window.history, 'pushState', around, signal)
  wrapMethod(window.history, 'replaceState', around, signal)
}
