/**
 * Postpones work until the next frame has been painted. Returns a function that does it at once if it is
 * still waiting.
 */
export function afterPaint(window: Window, work: () => void): { now: () => void; cancel: () => void } {
  let isWaiting = true
  const run = (): void => {
    if (isWaiting) work()
    isWaiting = false
  }
  // The callbacks of a frame run before it is painted, and a timer that they start runs after it.
  const frame = window.requestAnimationFrame(() => window.setTimeout(run))
  return {
    now: run,
    cancel() {
      isWaiting = false
      window.cancelAnimationFrame(frame)
    },
  }
}
