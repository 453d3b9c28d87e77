/** True when `work` ends well and in time; false when it fails, answers false or takes too long. Never rejects. */
export const settlesWithin = (work: Promise<unknown>, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    // Timers take 31 bits; a longer wait would fire at once.
    const timer = setTimeout(resolve, Math.min(timeoutMs, 2e9), false)
    work
      .catch(() => false)
      .then((result) => {
        clearTimeout(timer)
        resolve(result !== false)
      })
  })
