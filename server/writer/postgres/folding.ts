import type { Folder } from './folder.ts'

/** The pause between checks, because another process may have stored something, or may have died while it folded. */
const LOOK_MS = 250

export interface FoldingOptions {
  folder: Folder
  clock: () => number
  /** Called after each check with the age of the oldest row that is not counted yet; 0 if all are. */
  onLag: (lagMs: number) => void
}

export interface Folding {
  /** Folds soon, because something was stored. */
  wake(): void
  /** Resolves when nothing is being folded any more. */
  close(): Promise<void>
}

/** Folds the journal again and again. A fold that fails is tried again at the next check, and shows in the lag. */
export function startFolding({ folder, clock, onLag }: FoldingOptions): Folding {
  let isClosing = false
  let isAwake = false
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    let hasMore: boolean
    do {
      isAwake = false
      hasMore = await folder.fold().catch(() => false)
      // While much arrives there is always more, so the age is told after each pass.
      const oldest = await folder.oldest().catch(() => undefined)
      onLag(oldest === undefined ? 0 : Math.max(0, clock() - oldest))
    } while ((hasMore || isAwake) && !isClosing)
  }

  function start(): void {
    if (isClosing || running !== undefined) return
    running = look().finally(() => {
      running = undefined
    })
  }

  const timer = setInterval(start, LOOK_MS)
  return {
    wake() {
      isAwake = true
      start()
    },
    async close() {
      isClosing = true
      clearInterval(timer)
      await running
    },
  }
}
