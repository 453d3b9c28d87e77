/** Does later what the next frame need not show: once it is painted. Gives what does it now, where it waits still. */
export function afterPaint(window: Window, work: () => void): { now: () => void; cancel: () => void } {
  let isWaiting = true
  const run = (): void => {
    if (isWaiting) work()
    isWaiting = false
  }
  // a frame's callbacks run before it is painted, and a timer of theirs after it
  const frame = window.requestAnimationFrame(() => window.setTimeout(run))
  return {
    now: run,
    cancel() {
      isWaiting = false
      window.cancelAnimationFrame(frame)
    },
  }
}
