/** Readers unfold the parts near the top first, so only these are laid out. */
const MOST = 12

interface LayOutOptions {
  document: Document
  /** Resolves when the browser has nothing else to do. */
  whenIdle: () => Promise<unknown>
}

/**
 * Lays out the folded parts of each page while there is time, so that to unfold one only takes painting it. Chrome keeps
 * the layout of a folded part once somebody has asked for it; other browsers have none to keep.
 */
export function layOutFolded({ document, whenIdle }: LayOutOptions): void {
  let shown = 0
  const layOut = async (): Promise<void> => {
    const page = ++shown
    await whenIdle()
    const folded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
    for (const { lastElementChild } of folded.slice(0, MOST)) {
      if (page !== shown) return // Another page has come meanwhile.
      lastElementChild?.getBoundingClientRect()
      await whenIdle() // Each part takes a time of its own, so that none keeps a key waiting.
    }
  }
  document.addEventListener('crumbtrail:shown', () => void layOut())
  void layOut()
}
