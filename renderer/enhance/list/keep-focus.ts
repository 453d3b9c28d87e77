import { listRows, rowAt, stopOf } from '#renderer/enhance/keys/key-targets.ts'
import { focusRow } from '#renderer/enhance/keys/shortcuts.ts'
import { focusHeading } from '#renderer/navigation/after-render.ts'
import { showSelection } from './select-rows.ts'

/** The keyboard's place in a list when a form was sent. */
interface Place {
  rows: HTMLElement[]
  at: number
  /** Where the row leads: after an Undo it is there again, as another element. */
  address: string | undefined
}

/**
 * After an act the focus stays in the list: at its row, or at the one after it if it has gone. Undo leads back to
 * the row. The focus never falls to the page's body, from where `j` would begin at the top.
 */
export function keepFocus(window: Window & typeof globalThis): void {
  const { document } = window
  let last: HTMLElement | undefined
  let before: Place | undefined

  document.addEventListener('focusin', ({ target }) => {
    const row = target instanceof Element ? rowAt(target) : null
    if (row) last = row
  })
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.closest('main')) return
    const isUndo = target.querySelector('[data-key="z"]') !== null
    const place = isUndo && before ? before : placeOf(document, last)
    before = place
    const { href } = window.location
    const wait = () => {
      if (target.isConnected && target.ariaBusy !== null) window.requestAnimationFrame(wait)
      else if (window.location.href === href) settle(document, place, isUndo)
    }
    window.requestAnimationFrame(wait)
  })
}

function placeOf(document: Document, row: HTMLElement | undefined): Place {
  const rows = listRows(document)
  const at = row ? rows.indexOf(row) : -1
  return { rows, at, address: rows[at] && addressOf(rows[at]) }
}

function settle(document: Document, { rows, at, address }: Place, isUndo: boolean): void {
  showSelection(document)
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body && activeElement.checkVisibility()) return
  const restored =
    isUndo && address !== undefined ? listRows(document).find((row) => addressOf(row) === address) : undefined
  const row = restored ?? (at === -1 ? undefined : nearest(rows, at))
  if (row) focusRow(row)
  else focusHeading(document)
}

/** The row itself, else the next one that is still there, else the one before. */
function nearest(rows: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const isThere = (row: HTMLElement) => row.isConnected && row.checkVisibility()
  return rows.slice(at).find(isThere) ?? rows.slice(0, at).findLast(isThere)
}

function addressOf(row: HTMLElement): string | undefined {
  const stop = stopOf(row)
  return stop instanceof HTMLAnchorElement ? stop.pathname : undefined
}
