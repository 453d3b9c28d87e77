const openMenus = 'details[open][name$="-menu"]'

/** Menus that the browser unfolds close as menus do: with Escape, and with a click elsewhere. */
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
  // what is gone to from a menu does not stand below it
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(`${openMenus} a[href]`) !== null) close(null)
  })
}
