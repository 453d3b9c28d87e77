import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'

export interface RowWindow {
  first: number
  count: number
  /** How many rows the scroller shows. */
  inView: number
  reveal: (visible: number) => void
}

/** What scrolling does not change: to read it then would be layout's work once more. */
interface Size {
  rowPx: number
  inView: number
}

/** Rows beyond the view on either side: what is scrolled to is there before it is seen. */
const OVERSCAN = 16

/** Rows that come and go together. A block's frame costs most by itself, whatever it holds: fewer rows make more of them late. */
export const ROWS_A_BLOCK = 8

/**
 * Which of a scroller's rows are to be in the document; undefined on the server and for the first render, which shows
 * what the server sent. Rows are all of one height, `--row` in the style sheet.
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
    // once a frame, before it is drawn
    element.addEventListener('scroll', move, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', move)
      resized.disconnect()
    }
  }, [scroller])

  // Styled and laid out as they come, between two frames, and painted in the next: one frame has no time for all of it.
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

function readSize(element: HTMLElement): Size {
  const rowPx = readRowPx(element)
  return { rowPx, inView: Math.max(1, Math.ceil((element.clientHeight - rulerPx(element)) / rowPx)) }
}

function readRowPx(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 26
}
