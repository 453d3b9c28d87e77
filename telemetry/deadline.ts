// Timers take 32 bits; a longer wait would fire at once.
const longestMs = 2 ** 31 - 1

/** True when `work` ends in time, well or not; false when the time is over first. Never rejects. */
export function settlesWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.min(Math.max(0, timeoutMs || 0), longestMs))
    const settle = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(settle, settle)
  })
}
