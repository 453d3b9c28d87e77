/**
 * What the reader looks at stays where it is on the screen, whatever comes above it; at the top they see what comes.
 * Some browsers keep it themselves: then nothing is left to do.
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
