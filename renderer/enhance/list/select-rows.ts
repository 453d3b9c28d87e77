/**
 * Lets the box in the table's head tick all rows, and a click with Shift tick all rows in between. It
 * works for any table of checkboxes.
 */
export function selectRows(document: Document): void {
  let last: HTMLInputElement | undefined
  document.addEventListener('click', (event) => {
    const box = event.target
    if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return
    const table = box.closest('table')
    if (table === null) return
    const boxes = [...table.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')]
    const all = table.querySelector<HTMLInputElement>('[data-select-all]')
    if (box === all) for (const each of boxes) each.checked = box.checked
    else if (event.shiftKey && last) tickBetween(boxes, last, box)
    last = box
    if (all) showState(all, boxes)
  })
}

/** The boxes in the heads of tables show again how many rows are ticked. */
export function showSelection(document: Document): void {
  for (const all of document.querySelectorAll<HTMLInputElement>('[data-select-all]')) {
    const boxes = all.closest('table')?.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')
    showState(all, [...(boxes ?? [])])
  }
}

function tickBetween(boxes: HTMLInputElement[], from: HTMLInputElement, to: HTMLInputElement): void {
  const ends = [boxes.indexOf(from), boxes.indexOf(to)]
  if (ends.includes(-1)) return
  for (const box of boxes.slice(Math.min(...ends), Math.max(...ends) + 1)) box.checked = to.checked
}

function showState(all: HTMLInputElement, boxes: readonly HTMLInputElement[]): void {
  const ticked = boxes.filter(({ checked }) => checked).length
  all.checked = ticked > 0 && ticked === boxes.length
  all.indeterminate = ticked > 0 && ticked < boxes.length
}
