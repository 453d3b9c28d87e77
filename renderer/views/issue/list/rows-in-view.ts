import { useEffect, useState } from 'react'
import { useHydrated } from 'vike-react/useHydrated'
import { usePageContext } from 'vike-react/usePageContext'

/** The height of the lowest possible row in pixels, so that enough rows fill the window. */
const leastRowPx = 48

/**
 * Decides which rows of a long list are rendered in the first frame after a click: those in view. The
 * others follow after that frame. All rows are rendered at once in a document, on the way back, and in a
 * scrolled page, because their height must exist when the scroll position is set.
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
