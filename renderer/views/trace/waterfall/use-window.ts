import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'

export interface RowWindow {
  first: number
  count: number
  /** The number of rows that fit in the scroller. */
  inView: number
  reveal: (visible: number) => void
}

/** Sizes that do not change with scrolling. Reading them during scrolling would force a layout. */
interface Size {
  rowPx: number
  inView: number
}

/** The number of rows on either side of the view that are rendered before they are seen. */
const OVERSCAN = 16

/**
 * The number of rows that enter and leave together. Each block costs a frame by itself, whatever its size,
 * but smaller blocks would often come too late.
 */
export const ROWS_A_BLOCK = 8

/**
 * Chooses the rows of a scroller that are in the document. Undefined on the server and in the first
 * rendering, which shows what the server sent. All rows have the same height, `--row` in the style sheet.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  rowCount: number,
  at: number,
): RowWindow | undefined {
  const [state, setState] = useState<{ first: number; size: Size }>()

  useLayoutEffect(() => {
    const element = scroller.current
    if (element && at > 0) setTimeout(() => element.scrollTo({ top: at * readRowPx(element) }))
  }, [scroller, at])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let size = readSize(element)
    const move = () => {
      const top = Math.max(0, element.scrollTop / size.rowPx - OVERSCAN)
      const first = Math.floor(top / ROWS_A_BLOCK) * ROWS_A_BLOCK
      setState((known) => (known?.first === first && known.size === size ? known : { first, size }))
    }
    const resized = new ResizeObserver(() => {
      size = readSize(element)
      move()
    })
    move()
    // This runs once in each frame, before it is painted.
    element.addEventListener('scroll', move, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', move)
      resized.disconnect()
    }
  }, [scroller])

  // New rows are styled and laid out between two frames and painted in the next one, because one frame is
  // too short for all of it.
  useLayoutEffect(() => {
    if (state !== undefined) scroller.current?.getBoundingClientRect()
  }, [scroller, state])

  return useMemo(() => {
    if (state === undefined) return undefined
    const { inView, rowPx } = state.size
    const first = Math.min(state.first, Math.max(0, rowCount - 1))
    return {
      first,
      inView,
      count: Math.ceil((inView + 2 * OVERSCAN) / ROWS_A_BLOCK + 1) * ROWS_A_BLOCK,
      reveal: (visible) => reveal(scroller.current, visible, rowPx),
    }
  }, [state, rowCount, scroller])
}

/** Scrolls no further than needed to show the row and one more. */
function reveal(element: HTMLElement | null, visible: number, rowPx: number): void {
  if (!element) return
  const top = visible * rowPx
  const height = element.clientHeight - rulerPx(element)
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowPx > element.scrollTop + height) element.scrollTop = top + rowPx - height
}

/** The height of the ruler that covers the rows during scrolling. */
function rulerPx(element: HTMLElement): number {
  return element.querySelector<HTMLElement>('[aria-rowindex="1"]')?.offsetHeight ?? 0
}

function readSize(element: HTMLElement): Size {
  const rowPx = readRowPx(element)
  return { rowPx, inView: Math.max(1, Math.ceil((element.clientHeight - rulerPx(element)) / rowPx)) }
}

function readRowPx(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 26
}
