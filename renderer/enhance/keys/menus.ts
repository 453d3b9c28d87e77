import { nameOf } from './key-targets.ts'
import { createTypeahead } from './typeahead.ts'

const menus = 'details[name$="-menu"]'
const openMenus = 'details[open][name$="-menu"]'
const stops = 'a[href], button:enabled, input:enabled:not([type="hidden"]), select:enabled'
/** These have a use of their own for the arrows; radio buttons move with them. */
const fields = 'input:not([type="checkbox"]), select, textarea'
const writing = 'input:not([type="checkbox"], [type="radio"]), select, textarea'

/** Closes the menus that the browser opens, with Escape and with a click elsewhere, and moves the focus in them. */
export function installMenus(document: Document): void {
  const typeahead = createTypeahead()
  const close = (keeps: Node | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (!menu.contains(keeps)) menu.open = false
    }
  }
  document.addEventListener('pointerdown', ({ target }) => close(target instanceof Node ? target : null))
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const { activeElement } = document
    if (event.key === 'Escape') {
      // In Safari a click gives a button no focus.
      const menu = activeElement?.closest(openMenus) ?? document.querySelector(openMenus)
      close(null)
      menu?.querySelector('summary')?.focus()
      return
    }
    const menu = activeElement?.closest<HTMLDetailsElement>(menus)
    if (menu && moveIn(menu, event)) event.preventDefault()
  })
  // To change a field of a way is to choose it, where the page's own script does not know the fields.
  document.addEventListener('input', ({ target }) => {
    const way = target instanceof Element ? target.closest('[data-way]') : null
    const radio = way?.querySelector<HTMLInputElement>('input[type="radio"]')
    if (radio) radio.checked = true
  })
  // A menu inside of a form has done its part once the form is sent. One around a form stays until it is known whether it
  // was refused (Menu.tsx).
  document.addEventListener('submit', ({ target, submitter }) => {
    const menu = submitter?.closest<HTMLDetailsElement>(openMenus)
    if (menu && target instanceof Node && target.contains(menu)) menu.open = false
  })
  // The menu closes after a link in it was followed.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(`${openMenus} a[href]`) !== null) close(null)
  })

  /** True for each key that is the menu's, so that no letter acts on what lies behind it. */
  function moveIn(menu: HTMLDetailsElement, event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    const at = document.activeElement
    if (ctrlKey || metaKey || altKey || !(at instanceof HTMLElement)) return false
    const isOnButton = at.localName === 'summary'
    // The form around a menu has other buttons, the first of which Enter would press.
    if (key === 'Enter' && at.matches('input') && menu.closest('form') !== null) {
      menu.querySelector('button')?.click()
      return true
    }
    if (!menu.open) {
      if (!isOnButton || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false
      menu.open = true
    }
    if (at.matches(/^(?:Arrow|Home|End)/.test(key) ? fields : writing)) return false
    const entries = [...menu.querySelectorAll<HTMLElement>(stops)].filter(
      (entry) => entry.getClientRects().length > 0,
    )
    if (/^[\p{L}\p{N}]$/u.test(key)) {
      const found = typeahead(key, {
        names: entries.map(nameOf),
        at: entries.indexOf(at),
        now: timeStamp,
      })
      if (found !== undefined) entries[found]?.focus()
      return true
    }
    const goal = goalOf(key, entries.filter(isStop), at)
    goal?.focus()
    return goal !== undefined
  }
}

/** Of radio buttons, the chosen one: the arrows lead to the others from there. */
function isStop(entry: HTMLElement): boolean {
  return !(entry instanceof HTMLInputElement) || entry.type !== 'radio' || entry.checked
}

function goalOf(key: string, entries: readonly HTMLElement[], at: HTMLElement): HTMLElement | undefined {
  const place = entries.indexOf(at)
  switch (key) {
    case 'ArrowDown':
      return entries[place + 1] ?? entries[0]
    case 'ArrowUp':
      return place > 0 ? entries[place - 1] : entries.at(-1)
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
    default:
      return undefined
  }
}
