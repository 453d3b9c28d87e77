import { isDialogOpen } from '#renderer/enhance/create-dialog.ts'
import { actOn, checkboxOf, findKeyTarget, findRow, listPlaces, rowAt, stopOf } from './key-targets.ts'
import { createKeyReader, type KeyCommand, takesLetters } from './read-key.ts'

interface ShortcutsOptions {
  document: Document
  clock: () => number
  openPalette: () => void
  openHelp: () => void
  /** Shows what a row is about, or hides it; false where there is nothing to show. */
  togglePreview: (row: HTMLElement) => boolean
}

/** Listens once for all pages, which change below it. */
export function installShortcuts(options: ShortcutsOptions): void {
  const { document, clock, openPalette, openHelp, togglePreview } = options
  const readKey = createKeyReader()
  const run = (command: KeyCommand): boolean => {
    switch (command.kind) {
      case 'palette':
        openPalette()
        return true
      case 'help':
        openHelp()
        return true
      case 'move':
        return moveBy(document, command.by)
      case 'open':
        return open(rowAt(document.activeElement))
      case 'select':
        return select(rowAt(document.activeElement), command.isRange)
      case 'mark': {
        const mark = findKeyTarget(document, command.key)
        if (mark !== undefined) actOn(mark)
        const row = rowAt(document.activeElement)
        return mark !== undefined || (command.key === 'p' && row !== null && togglePreview(row))
      }
      case 'go': {
        const link = listPlaces(document).find(({ dataset }) => dataset.go === command.key)
        link?.click()
        return link !== undefined
      }
    }
  }
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (isDialogOpen(document)) return // This element handles keys itself.
    const command = readKey(event, {
      hasLetters: document.querySelector('#frame-top [data-keys="on"]') !== null,
      isTyping: takesLetters(event.target),
      now: clock(),
    })
    if (command !== undefined && run(command)) event.preventDefault()
  })
}

/** Moves the focus to the entry's link or other stop, so that the place is clear on the screen and in a screen reader. */
function moveBy(document: Document, by: 1 | -1): boolean {
  const current = rowAt(document.activeElement)
  if (current?.role === 'row') return pressIn(current, by === 1 ? 'ArrowDown' : 'ArrowUp')
  // When nothing in the list has the focus, down leads to the first entry and up to the last.
  const next = findRow(document, by, current)
  if (next) focusRow(next)
  return next !== undefined || current !== null
}

/** The keyboard is at this entry now. */
export function focusRow(row: HTMLElement): void {
  stopOf(row)?.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

function open(row: HTMLElement | null): boolean {
  if (row?.role === 'row') return pressIn(row, 'Enter')
  const stop = row && stopOf(row)
  stop?.click()
  return Boolean(stop)
}

/** A waterfall has only some of its rows in the document, and moves among all of them by itself. */
function pressIn(row: HTMLElement, key: string): boolean {
  row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  return true
}

/** With `isRange`, as a click with Shift: everything from the last box on. */
function select(row: HTMLElement | null, isRange: boolean): boolean {
  const box = row && checkboxOf(row)
  box?.dispatchEvent(new MouseEvent('click', { shiftKey: isRange, bubbles: true, cancelable: true }))
  return Boolean(box)
}
