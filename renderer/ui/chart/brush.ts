import * as say from '#renderer/texts/frame/chart.ts'
import styles from './brush.module.css'
import { rangeOf, type TimeChart } from './draw/time-chart.ts'

/** The parts of the chart that can be read out. */
export type BrushedChart = Pick<TimeChart, 'buckets' | 'times' | 'rows'> & {
  legend: readonly { name: string }[]
}

interface BrushOptions {
  chart: BrushedChart
  hrefOf: (range: { start: string; end: string }) => string
  signal: AbortSignal
}

interface Range {
  from: number
  to: number
}

/** Selects a period in a plot, by pointer or keyboard, and shows the values under the pointer. */
export function attachBrush(plot: HTMLElement, { chart, hrefOf, signal }: BrushOptions): void {
  const { count } = chart.buckets
  const last = count - 1
  const box = plot.appendChild(document.createElement('div'))
  const readout = plot.appendChild(document.createElement('output'))
  box.className = styles.brush ?? ''
  readout.className = styles.readout ?? ''
  box.hidden = readout.hidden = true
  let range: Range | undefined
  let isDragging = false

  function show(next: Range | undefined): void {
    range = next
    box.hidden = readout.hidden = next === undefined
    if (next === undefined) return
    const [from, to] = ordered(next)
    const left = (from / count) * 100
    box.style.left = `${left}%`
    box.style.width = `${((to - from + 1) / count) * 100}%`
    readout.textContent = describe(from, to)
    readout.style.insetInlineStart = left > 50 ? '0' : 'auto'
    readout.style.insetInlineEnd = left > 50 ? 'auto' : '0'
  }

  function describe(from: number, to: number): string {
    if (from !== to) return say.brushedRange(chart.times[from] ?? '', chart.times[to + 1] ?? say.chartEnd)
    const values = chart.legend.map(
      ({ name }, column) => `${name} ${chart.rows[from]?.[column] || say.noValue}`,
    )
    return [chart.times[from], ...values].join(' · ')
  }

  /** Clicks a link, so that the page changes as with any other link. */
  function go(): void {
    if (range === undefined) return
    const link = plot.appendChild(document.createElement('a'))
    link.href = hrefOf(rangeOf(chart.buckets, range.from, range.to))
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
    if (event.button !== 0 || event.pointerType === 'touch') return // A finger on the plot scrolls the page.
    event.preventDefault()
    plot.focus({ preventScroll: true })
    plot.setPointerCapture(event.pointerId)
    isDragging = true
    show({ from: indexAt(event), to: indexAt(event) })
  })
  listen('pointermove', (event) => {
    const at = indexAt(event)
    show(isDragging && range ? { from: range.from, to: at } : { from: at, to: at })
  })
  listen('pointerup', () => {
    if (!isDragging) return
    isDragging = false
    if (range && range.from !== range.to) go() // A click without movement reads a value and selects no period.
  })
  listen('pointercancel', () => {
    isDragging = false
    show(undefined)
  })
  listen('pointerleave', () => {
    if (!isDragging) show(undefined)
  })
  listen('blur', () => show(undefined))
  listen('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = range?.to ?? (event.key === 'ArrowLeft' ? count : -1)
    const move = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (move !== undefined) {
      const to = Math.min(last, Math.max(0, move))
      show(event.shiftKey && range ? { from: range.from, to } : { from: to, to })
    } else if (event.key === 'Enter') go()
    else if (event.key === 'Escape' && range) show(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  plot.tabIndex = 0
  plot.setAttribute('role', 'group')
  plot.setAttribute('aria-label', say.brushHelp)
  plot.classList.add(styles.ground ?? '')
  plot.dataset.brush = ''
  signal.addEventListener('abort', () => {
    box.remove()
    readout.remove()
  })
}

function ordered({ from, to }: Range): [number, number] {
  return from < to ? [from, to] : [to, from]
}
