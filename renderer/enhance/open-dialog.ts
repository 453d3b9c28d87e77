import { createElements } from './create-elements.ts'
import styles from './dialog.module.css'

const layerId = 'desk-layer'

/** Whether a dialog is open: the page's keys wait until it is closed. */
export function isDialogOpen(document: Document): boolean {
  return document.getElementById(layerId)?.matches(':popover-open') === true
}

/**
 * Shows a dialog over the page, and takes it away once it is closed: by what is returned, by Escape, by a click beside it,
 * or as a page comes. The focus stays in it, and goes back to what had it. A popover that fills the window, as the
 * browser's own modal dialog makes the page inert: all of it is styled and painted anew as it opens and as it closes.
 */
export function openDialog(panel: HTMLElement, onClose: () => void = () => undefined): () => void {
  const { ownerDocument: document } = panel
  panel.role = 'dialog'
  panel.ariaModal = 'true'
  panel.tabIndex = -1 // a click in it leaves the focus in it
  const layer = createElements(document)(
    'div',
    { id: layerId, class: styles.layer ?? '', popover: 'auto' },
    panel,
  )
  const close = () => layer.hidePopover()
  const listening = new AbortController()
  const { signal } = listening
  layer.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') layer.remove()
  })
  layer.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') return
    listening.abort() // before the browser gives the focus back
    onClose()
  })
  layer.addEventListener('mousedown', (event) => {
    if (event.target === layer) event.preventDefault() // the focus stays, to be given back
  })
  layer.addEventListener('click', ({ target }) => {
    if (target === layer) close()
  })
  layer.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') turnRound(event, panel)
  })
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Node && layer.contains(target))) stopsIn(panel)[0]?.focus()
    },
    { signal },
  )
  window.addEventListener('popstate', close, { signal })
  document.body.append(layer)
  layer.showPopover()
  stopsIn(panel)[0]?.focus()
  return close
}

function stopsIn(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('a[href], button, input')]
}

/** After the last comes the first, and before the first the last. */
function turnRound(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = stopsIn(panel)
  const place = stops.findIndex((stop) => stop.matches(':focus'))
  stops.at(event.shiftKey ? Math.max(place, 0) - 1 : (place + 1) % stops.length)?.focus()
  event.preventDefault()
}
