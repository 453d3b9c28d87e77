import { useEffect, useState } from 'react'
import { useHydrated } from 'vike-react/useHydrated'
import { usePageContext } from 'vike-react/usePageContext'

/** Pixels of the lowest row that there is, so that a view is filled whatever stands in it. */
const leastRowPx = 48

/**
 * What of a long list is rendered in the frame that follows a click: a view of it; the rest comes behind that
 * frame. All of it at once in a document, on the way back, and in a page that is scrolled: their height has to be
 * there when the scroll position is set.
 */
export function useRowsInView<Row>(rows: Row[]): Row[] {
  const { isHistoryNavigation } = usePageContext()
  const isHydrated = useHydrated()
  const [isWhole, setWhole] = useState(() => !isHydrated || isHistoryNavigation === true || scrollY > 0)
  useEffect(() => {
    if (isWhole) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setWhole(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isWhole])
  return isWhole ? rows : rows.slice(0, Math.ceil(innerHeight / leastRowPx))
}
