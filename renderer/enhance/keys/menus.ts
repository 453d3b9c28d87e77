const openMenus = 'details[open][name$="-menu"]'

/** Closes menus that the browser opens, with Escape and with a click elsewhere. */
export function installMenus(document: Document): void {
  const close = (keeps: Node | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(openMenus)) {
      if (!menu.contains(keeps)) menu.open = false
    }
  }
  document.addEventListener('pointerdown', ({ target }) => close(target instanceof Node ? target : null))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const menu = document.activeElement?.closest<HTMLDetailsElement>(openMenus)
    close(null)
    menu?.querySelector('summary')?.focus()
  })
  // The menu closes after a link in it was followed.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(`${openMenus} a[href]`) !== null) close(null)
  })
}
