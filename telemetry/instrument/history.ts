import type { RecordBreadcrumb } from '../telemetry.ts'
import { scrubUrl } from '../urls.ts'
import { wrapMethod } from './wrap.ts'

type HistoryWindow = Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>

/** A breadcrumb for every change of the address without a page load. Returns what stops it. */
export function observeHistory(window: HistoryWindow, record: RecordBreadcrumb): () => void {
  let from = pathOf(window)
  const note = (): void => {
    const to = pathOf(window)
    if (to === from) return // a state that changes alone is no navigation
    record({ type: 'navigation', category: 'navigation', level: 'info', data: { from, to } })
    from = to
  }
  const stops = (['pushState', 'replaceState'] as const).map((name) =>
    wrapMethod(window.history, name, (change, isActive) => {
      return function (this: History, ...args: Parameters<History['pushState']>): void {
        change.apply(this, args)
        if (isActive()) note()
      }
    }),
  )
  window.addEventListener('popstate', note)
  return () => {
    for (const stop of stops) stop()
    window.removeEventListener('popstate', note)
  }
}

function pathOf({ location }: HistoryWindow): string {
  return scrubUrl(`${location.pathname}${location.search}${location.hash}`)
}
