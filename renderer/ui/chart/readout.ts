import styles from './readout.module.css'

/** What a chart says of one of its bars or points. */
export interface Reading {
  head: string
  values: readonly { name: string; value: string; tone?: string | undefined }[]
}

/** Where the pointer is, or the part that the keyboard chose, in pixels of the window. */
interface Anchor {
  x: number
  y: number
  /** The box stands on this side if there is room. */
  side: 'start' | 'end'
}

/** The pixels between the pointer and the box, which clear the pointer's own picture. */
const GAP = 14
const EDGE = 8

/**
 * A box with values beside the pointer. It is in the top layer, because cards clip what leaves them, and it
 * never leaves the window.
 */
export function createReadout(plot: HTMLElement) {
  const box = plot.appendChild(document.createElement('output'))
  box.className = styles.readout ?? ''
  box.popover = 'manual'
  return {
    show(reading: Reading, anchor: Anchor): void {
      box.replaceChildren(...contentOf(reading))
      box.showPopover()
      const { x, y } = placeBeside(anchor, box.getBoundingClientRect(), {
        width: document.documentElement.clientWidth,
        height: window.innerHeight,
      })
      box.style.translate = `${x}px ${y}px`
    },
    hide: () => box.hidePopover(),
    remove: () => box.remove(),
  }
}

interface Size {
  width: number
  height: number
}

/**
 * Above the anchor where neither side has room, as on a phone.
 * @internal
 */
export function placeBeside({ x, y, side }: Anchor, box: Size, view: Size): { x: number; y: number } {
  const [before, after] = [x - GAP - box.width, x + GAP]
  const fits = (left: number) => left >= EDGE && left + box.width <= view.width - EDGE
  const left = (side === 'end' ? [after, before] : [before, after]).find(fits)
  const top = left === undefined ? y - 2 * GAP - box.height : y - box.height / 2
  return {
    x: Math.round(left ?? within(x - box.width / 2, view.width - box.width)),
    y: Math.round(within(top, view.height - box.height)),
  }
}

function within(place: number, last: number): number {
  return Math.max(EDGE, Math.min(place, last - EDGE))
}

/** The spaces are for screen readers, to which the values are one text. */
function contentOf({ head, values }: Reading): (Node | string)[] {
  const title = document.createElement('b')
  title.textContent = head
  const rows = values.map(({ name, value, tone }) => {
    const row = document.createElement('span')
    const label = document.createElement('span')
    const amount = document.createElement('b')
    label.textContent = name
    if (tone !== undefined) label.dataset.tone = tone
    amount.textContent = value
    row.append(label, ' ', amount)
    return row
  })
  return [title, ...rows.flatMap((row) => [' ', row])]
}
