// The keyboard acts on elements with these attributes. Pages are rendered on the server and do not know the keys.
//
//   data-key="r"        The key `r` clicks this link or button, focuses this field or opens this `summary`.
//   data-go="i"         `g` and then `i` follows this link of the side bar.
//   data-row            This is an entry of a list that is not a table. `j` and `k` move between entries. The
//                       first link of an entry can be opened, and its checkbox, if it has one, ticked.
//   data-command="keys" This button shows all keys; `palette` opens the palette.
//
// The keys of a list's buttons (`r`, `i` in the bar below the issues) tick the focused entry if none is ticked.

const rowSelector = 'main tbody tr, main [data-row]'

/** The entries of the page's lists, from top to bottom. */
export function listRows(document: Document): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(rowSelector)].filter(
    (row) => linkOf(row) !== null && row.getClientRects().length > 0,
  )
}

export function rowAt(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>(rowSelector) ?? null
}

export function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>('a[href]')
}

export function checkboxOf(row: Element): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input[type="checkbox"]')
}

/** Finds the first visible one, because a mark occurs twice where a phone shows the element elsewhere. */
export function findKeyTarget(document: Document, key: string): HTMLElement | undefined {
  return listKeyTargets(document).find((mark) => mark.dataset.key === key)
}

export function listKeyTargets(document: Document): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-key]')].filter(
    // A button that only shows once a row is ticked also counts as visible.
    (mark) => mark.closest('form[id]') !== null || mark.getClientRects().length > 0,
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
  const form = mark instanceof HTMLButtonElement ? mark.form : null
  if (!form?.id) return
  const boxes = `input[type="checkbox"][form="${CSS.escape(form.id)}"]`
  if (form.ownerDocument.querySelector(`${boxes}:checked`) !== null) return
  const row = rowAt(form.ownerDocument.activeElement)
  const box = row?.querySelector<HTMLInputElement>(boxes)
  if (box) box.click()
}
