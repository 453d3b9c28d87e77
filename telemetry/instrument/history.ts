import type { RecordBreadcrumb } from '../scoped-telemetry.ts'
import { scrubUrl } from '../urls.ts'
import { listen } from './listen.ts'
import { stopAll, wrapMethod } from './wrap.ts'

type HistoryWindow = EventTarget & Pick<Window, 'history' | 'location'>

/** A breadcrumb for every change of the address without a page load. Returns what stops it. */
export function observeHistory(window: HistoryWindow, record: RecordBreadcrumb): () => void {
  const path = (): string => scrubUrl(window.location.href.slice(window.location.origin.length))
  let from = path()
  const note = (): void => {
    const to = path()
    // A state that changes alone is no navigation.
    if (to !== from) record({ type: 'navigation', category: 'navigation', data: { from, to } })
    from = to
  }
  return stopAll(
    listen(window, 'popstate', note),
    ...(['pushState', 'replaceState'] as const).map((name) =>
      wrapMethod(window.history, name, (change) => {
        change()
        note()
      }),
    ),
  )
}
