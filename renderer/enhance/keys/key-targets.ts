// The keyboard acts on elements with these attributes. Pages are rendered on the server and do not know the keys.
//
//   data-key="e"        The key `e` clicks this link or button, focuses this field or opens this `summary`. Within an
//                       entry of a list it does so while the entry has the focus.
//   data-go="i"         `g` and then `i` follows this link of the side bar.
//   data-row            This is an entry of a list that is not a table. `j` and `k` move between entries. The
//                       first link, `summary` or button of an entry can be opened, and its checkbox ticked.
//   data-command="keys" This button shows all keys; `palette` opens the palette.
//
// `/` goes to the page's own search field if it has one. The rows of a waterfall handle the arrow keys themselves.
//
// The keys of a list's buttons (`e`, `i` in the bar below the issues) tick the focused entry if none is ticked.

const rowSelector = 'main tbody tr, main [data-row], main [role="treegrid"] [role="row"][tabindex]'

/** The entries of the page's lists, from top to bottom. Whether a row has a box costs a layout, so that is not asked. */
export function listRows(document: Document): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(rowSelector)].filter(isStop)
}

/** The entry after or before another one, else the first or the last. It asks no more rows than it passes. */
export function findRow(document: Document, by: 1 | -1, from: HTMLElement | null): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)]
  const place = from === null ? -1 : rows.indexOf(from)
  if (by === 1) return rows.slice(place + 1).find(isStop)
  return rows.slice(0, place === -1 ? rows.length : place).findLast(isStop)
}

function isStop(row: HTMLElement): boolean {
  return stopOf(row) !== null && row.checkVisibility()
}

/** Null where the page has no list. It does not ask whether the row is visible, which costs a layout. */
export function findFirstRow(document: Document): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(rowSelector)
  return row && stopOf(row) && row
}

export function rowAt(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(rowSelector) ?? null
}

/** What has the focus while the keyboard is at an entry: the first thing in it that opens, or a waterfall's row. */
export function stopOf(row: HTMLElement): HTMLElement | null {
  return row.tabIndex === -1 && row.role !== 'row'
    ? row.querySelector<HTMLElement>('a[href], summary, button')
    : row
}

export function checkboxOf(row: Element): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input[type="checkbox"]')
}

/** Finds the first visible one, because a mark occurs twice where a phone shows the element elsewhere. */
export function findKeyTarget(document: Document, key: string): HTMLElement | undefined {
  const own = rowAt(document.activeElement)?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  if (own) return own
  const search = key === '/' ? document.querySelector<HTMLElement>('main search input[type="search"]') : null
  return search ?? listKeyTargets(document).find((mark) => mark.dataset.key === key)
}

export function listKeyTargets(document: Document): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-key]')].filter(
    (mark) =>
      mark.closest('[data-row]') === null &&
      // A button that only shows once a row is ticked also counts as visible; a notice that has gone does not.
      (mark.closest('form[id]') !== null || mark.checkVisibility({ visibilityProperty: true })),
  )
}

/** The links that `g` and a letter lead to. */
export function listPlaces(document: Document): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('#frame-side a[data-go]')]
}

/** Leaves out the text for screen readers, such as a number of issues. */
export function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
  if (label) return label.trim()
  const texts = [...element.childNodes].filter(
    (node) => node.nodeType === Node.TEXT_NODE || (node instanceof HTMLElement && node.localName === 'bdi'),
  )
  return texts
    .map(({ textContent }) => textContent)
    .join('')
    .trim()
}

/** Does what the mark stands for. */
export function actOn(mark: HTMLElement): void {
  if (mark.matches('input, select, textarea')) {
    mark.focus()
    if (mark instanceof HTMLInputElement) mark.select()
    return
  }
  tickRowFor(mark)
  mark.focus()
  mark.click()
}

/** A button of a form outside the list changes the ticked rows. */
function tickRowFor(mark: HTMLElement): void {
  const form = mark.closest('form')
  if (!form?.id) return
  const boxes = `input[type="checkbox"][form="${CSS.escape(form.id)}"]`
  if (form.ownerDocument.querySelector(`${boxes}:checked`) !== null) return
  const row = rowAt(form.ownerDocument.activeElement)
  const box = row?.querySelector<HTMLInputElement>(boxes)
  if (box) box.click()
}
