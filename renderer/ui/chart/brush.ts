import * as say from '#renderer/texts/frame/chart.ts'
import styles from './brush.module.css'
import { createReadout, type Reading } from './readout.ts'

/** The bars or points of a plot, all of them equally wide, as they are read out and chosen. */
export interface Brushed {
  count: number
  read: (index: number) => Reading
  /** The name of a range, including both ends. */
  nameOf: (from: number, to: number) => string
  /** The address of the same page with this range. Without it, values are only shown. */
  hrefOf: ((from: number, to: number) => string) | undefined
}

interface Range {
  from: number
  to: number
}

/** Shows the values under the pointer, and selects a range, by pointer or keyboard. */
export function attachBrush(plot: HTMLElement, brushed: Brushed, signal: AbortSignal): void {
  const { count, read, nameOf, hrefOf } = brushed
  const last = count - 1
  const box = plot.appendChild(document.createElement('div'))
  const readout = createReadout(plot)
  box.className = styles.brush ?? ''
  box.hidden = true
  let range: Range | undefined
  let isDragging = false

  /** Without a pointer, the values stand beside the middle of the part. */
  function show({ from, to }: Range, pointer?: PointerEvent): void {
    range = { from, to }
    const [first, end] = [Math.min(from, to), Math.max(from, to) + 1]
    box.hidden = false
    box.style.left = `${(first / count) * 100}%`
    box.style.width = `${((end - first) / count) * 100}%`
    const { left, top, width, height } = plot.getBoundingClientRect()
    readout.show(from === to ? read(from) : { head: nameOf(first, end - 1), values: [] }, {
      x: pointer?.clientX ?? left + ((to + 0.5) / count) * width,
      y: pointer?.clientY ?? top + height / 2,
      side: to < from ? 'start' : 'end',
    })
  }

  function hide(): void {
    range = undefined
    box.hidden = true
    readout.hide()
  }

  /** Clicks a link, so that the page changes as with any other link. */
  function go(): void {
    if (range === undefined || hrefOf === undefined) return
    const link = plot.appendChild(document.createElement('a'))
    link.href = hrefOf(Math.min(range.from, range.to), Math.max(range.from, range.to))
    link.hidden = true
    link.click()
    link.remove()
  }

  function indexAt({ clientX }: PointerEvent): number {
    const { left, width } = plot.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * count)))
  }

  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    take: (event: HTMLElementEventMap[Name]) => void,
  ) => plot.addEventListener(name, take, { signal })

  listen('pointerdown', (event) => {
    if (event.button !== 0) return
    const at = indexAt(event)
    show({ from: at, to: at }, event)
    if (event.pointerType === 'touch' || hrefOf === undefined) return // A finger on the plot scrolls the page.
    event.preventDefault()
    plot.focus({ preventScroll: true })
    plot.setPointerCapture(event.pointerId)
    isDragging = true
  })
  listen('pointermove', (event) => {
    const at = indexAt(event)
    show(isDragging && range ? { from: range.from, to: at } : { from: at, to: at }, event)
  })
  listen('pointerup', () => {
    if (!isDragging) return
    isDragging = false
    if (range && range.from !== range.to) go() // A click without movement reads a value and selects no range.
  })
  listen('pointercancel', () => {
    isDragging = false
    hide()
  })
  listen('pointerleave', ({ pointerType }) => {
    // What a finger chose stays until something else is touched, because the finger covered it.
    if (!isDragging && pointerType !== 'touch') hide()
  })
  listen('blur', hide)
  document.addEventListener('pointerdown', ({ target }) => plot.contains(target as Node) || hide(), {
    signal,
  })
  // The values would stay where the chart was.
  window.addEventListener('scroll', () => isDragging || hide(), { capture: true, passive: true, signal })
  listen('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = range?.to ?? (event.key === 'ArrowLeft' ? count : -1)
    const move = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (move !== undefined) {
      const to = Math.min(last, Math.max(0, move))
      show(event.shiftKey && range && hrefOf ? { from: range.from, to } : { from: to, to })
    } else if (event.key === 'Enter') go()
    else if (event.key === 'Escape' && range) hide()
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  plot.tabIndex = 0
  plot.setAttribute('role', 'group')
  plot.setAttribute('aria-label', hrefOf ? say.brushHelp : say.readHelp)
  plot.classList.add(styles.ground ?? '')
  if (hrefOf) plot.dataset.brush = ''
  signal.addEventListener('abort', () => {
    box.remove()
    readout.remove()
  })
}
