/**
 * Keeps what the reader looks at in its place on the screen while rows are added above. At the top of the
 * page the new rows are shown instead. Some browsers do this themselves.
 */
export function keepPlace(document: Document, change: () => void): void {
  const view = document.defaultView
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')]
  const first =
    view && view.scrollY > 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : undefined
  const before = first?.getBoundingClientRect().top ?? 0
  change()
  if (!view || !first) return
  view.requestAnimationFrame(() => {
    if (first.isConnected) view.scrollBy(0, first.getBoundingClientRect().top - before)
  })
}
