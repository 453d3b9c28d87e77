/** On a phone a span's panel covers the lower half of the window: the row that it is about is brought above it. */
export function revealChosenRow(body: Element): void {
  const row = body.querySelector('[role="row"][aria-selected="true"]')
  if (row === null || !matchMedia('(max-width: 720px)').matches) return
  if (row.getBoundingClientRect().bottom > window.innerHeight * HIGHEST_SHARE)
    row.scrollIntoView({ block: 'start' })
}

/** What of the window the panel and the tabs leave. */
const HIGHEST_SHARE = 0.38
