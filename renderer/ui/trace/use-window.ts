import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'

export interface RowWindow {
  first: number
  count: number
  /** How many rows the scroller shows. */
  inView: number
  reveal: (visible: number) => void
}

/** Rows beyond the view on either side, and how many rows are scrolled before the window moves on. */
const OVERSCAN = 16
const STEP = 4

/**
 * Which of a scroller's rows are to be in the document; undefined on the server and for the first render, which shows
 * what the server sent. Rows are all of one height, `--row` in the style sheet.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  at: number,
): RowWindow | undefined {
  const [state, setState] = useState<{ first: number; inView: number; rowPx: number }>()

  useLayoutEffect(() => {
    const element = scroller.current
    if (element && at > 0) setTimeout(() => element.scrollTo({ top: at * readRowPx(element) }))
  }, [scroller, at])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const measure = () => {
      frame = 0
      const rowPx = readRowPx(element)
      const first = Math.floor(Math.max(0, element.scrollTop / rowPx - OVERSCAN) / STEP) * STEP
      const inView = Math.max(1, Math.ceil((element.clientHeight - rulerPx(element)) / rowPx))
      setState((known) =>
        known?.first === first && known.inView === inView && known.rowPx === rowPx
          ? known
          : { first, inView, rowPx },
      )
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure)
    }
    measure()
    element.addEventListener('scroll', later, { passive: true })
    const resized = new ResizeObserver(later)
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', later)
      resized.disconnect()
    }
  }, [scroller])

  return useMemo(() => {
    if (state === undefined) return undefined
    const { inView, rowPx } = state
    const first = Math.min(state.first, Math.max(0, rowCount - 1))
    return {
      first,
      inView,
      count: inView + 2 * OVERSCAN + STEP,
      reveal: (visible) => reveal(scroller.current, visible, rowPx),
    }
  }, [state, rowCount, scroller])
}

/** With a row to spare, and no further than needed. */
function reveal(element: HTMLElement | null, visible: number, rowPx: number): void {
  if (!element) return
  const top = visible * rowPx
  const height = element.clientHeight - rulerPx(element)
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowPx > element.scrollTop + height) element.scrollTop = top + rowPx - height
}

/** What stands over the rows while they are scrolled. */
function rulerPx(element: HTMLElement): number {
  return element.querySelector<HTMLElement>('[aria-rowindex="1"]')?.offsetHeight ?? 0
}

function readRowPx(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 26
}
