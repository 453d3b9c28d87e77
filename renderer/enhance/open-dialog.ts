import { createElements } from './create-elements.ts'
import styles from './dialog.module.css'

const layerId = 'desk-layer'

/** Whether a dialog is open. The page's keys do nothing meanwhile. */
export function isDialogOpen(document: Document): boolean {
  return document.getElementById(layerId)?.matches(':popover-open') === true
}

/**
 * Shows a dialog over the page. It closes through the returned function, with Escape, with a click beside
 * it, or when another page is shown. The focus stays inside and then returns to where it was. The dialog
 * is a popover that fills the window, because the browser's own modal dialog makes the page inert, which
 * restyles and repaints all of it when the dialog opens and when it closes.
 */
export function openDialog(panel: HTMLElement, onClose: () => void = () => undefined): () => void {
  const { ownerDocument: document } = panel
  panel.role = 'dialog'
  panel.ariaModal = 'true'
  panel.tabIndex = -1 // A click inside the dialog keeps the focus there.
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
    listening.abort() // This must happen before the browser returns the focus.
    onClose()
  })
  layer.addEventListener('mousedown', (event) => {
    // The focus stays where it is, so that it can be returned.
    if (event.target === layer) event.preventDefault()
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

/** Tab goes from the last element to the first, and Shift+Tab from the first to the last. */
function turnRound(event: KeyboardEvent, panel: HTMLElement): void {
  const stops = stopsIn(panel)
  const place = stops.findIndex((stop) => stop.matches(':focus'))
  stops.at(event.shiftKey ? Math.max(place, 0) - 1 : (place + 1) % stops.length)?.focus()
  event.preventDefault()
}
