import { isDialogOpen } from '#renderer/enhance/open-dialog.ts'
import { actOn, checkboxOf, findKeyTarget, linkOf, listPlaces, listRows, rowAt } from './key-targets.ts'
import { createKeyReader, type KeyCommand, takesLetters } from './read-key.ts'

interface ShortcutsOptions {
  document: Document
  clock: () => number
  openPalette: () => void
  openHelp: () => void
}

/** Listens once for all pages, which change below it. */
export function installShortcuts({ document, clock, openPalette, openHelp }: ShortcutsOptions): void {
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
        return clickIn(rowAt(document.activeElement), linkOf)
      case 'select':
        return clickIn(rowAt(document.activeElement), checkboxOf)
      case 'mark': {
        const mark = findKeyTarget(document, command.key)
        if (mark !== undefined) actOn(mark)
        return mark !== undefined
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

/** Moves the focus to the entry's link, so that the place is clear on the screen and in a screen reader. */
function moveBy(document: Document, by: 1 | -1): boolean {
  const rows = listRows(document)
  const current = rowAt(document.activeElement)
  const place = current === null ? -1 : rows.indexOf(current)
  // When nothing in the list has the focus, down leads to the first entry and up to the last.
  const next = place === -1 ? (by === 1 ? rows[0] : rows.at(-1)) : rows[place + by]
  const link = next && linkOf(next)
  if (!link) return rows.length > 0
  link.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  return true
}

function clickIn(row: HTMLElement | null, find: (row: HTMLElement) => HTMLElement | null): boolean {
  const target = row && find(row)
  target?.click()
  return Boolean(target)
}
