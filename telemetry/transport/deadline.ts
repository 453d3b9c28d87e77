/** True if `work` succeeds in time; false if it fails, resolves to false or takes too long. Never rejects. */
export const settlesWithin = (work: Promise<unknown>, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    // Timers have 31 bits, and a longer wait would end at once.
    const timer = setTimeout(resolve, Math.min(timeoutMs, 2e9), false)
    work
      .catch(() => false)
      .then((result) => {
        clearTimeout(timer)
        resolve(result !== false)
      })
  })
