import { createElements } from './create-elements.ts'
import styles from './dialog.module.css'

/** Chrome closes it with Android's Back gesture, too. Other browsers do not know it. */
interface CloseWatcher {
  onclose: () => void
  destroy: () => void
}

/** Whether a dialog is open. The page's keys do nothing meanwhile. */
export function isDialogOpen(document: Document): boolean {
  return document.querySelector('[data-dialog="open"]') !== null
}

/**
 * Makes a dialog that lies over the page. It closes through the returned function, with Escape, with a click beside
 * it, or when another page is shown. The focus stays inside and then returns to where it was.
 *
 * It is in the document from the start, laid out but not visible, so that a key only has to show it. The browser's own
 * modal dialog makes the page inert, which restyles all of it, and a popover is laid out whenever it opens.
 */
export function createDialog(panel: HTMLElement, onClose: () => void = () => undefined) {
  const { ownerDocument: document } = panel
  panel.role = 'dialog'
  panel.ariaModal = 'true'
  panel.tabIndex = -1 // A click inside the dialog keeps the focus there.
  const layer = createElements(document)('div', { class: styles.layer ?? '', 'data-dialog': '' }, panel)
  let before: Element | null = null
  let listening: AbortController | undefined

  function open(): void {
    for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
    before = document.activeElement
    listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusin', keepInside, { signal })
    window.addEventListener('popstate', close, { signal })
    const watcher = watchClosing(close)
    signal.addEventListener('abort', () => watcher?.destroy())
    if (!layer.isConnected) document.body.append(layer)
    layer.dataset.dialog = 'open'
    stopsIn(panel)[0]?.focus()
  }
  function close(): void {
    if (listening === undefined) return
    listening.abort() // This must happen before the focus returns.
    listening = undefined
    layer.dataset.dialog = ''
    onClose()
    if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  function keepInside({ target }: Event): void {
    if (!(target instanceof Node && layer.contains(target))) stopsIn(panel)[0]?.focus()
  }
  layer.addEventListener('mousedown', (event) => {
    // The focus stays where it is, so that it can be returned.
    if (event.target === layer) event.preventDefault()
  })
  layer.addEventListener('click', ({ target }) => {
    if (target === layer) close()
  })
  layer.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') turnRound(event, panel)
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault() // Otherwise the browser would also close what lies behind.
    close()
  })
  document.body.append(layer)
  return { open, close }
}

function watchClosing(close: () => void): CloseWatcher | undefined {
  if (!('CloseWatcher' in window)) return undefined
  const watcher = new (window.CloseWatcher as new () => CloseWatcher)()
  watcher.onclose = close
  return watcher
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
