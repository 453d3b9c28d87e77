// Timers take 32 bits; a longer wait would fire at once.
const longestMs = 2 ** 31 - 1

/** True when `work` ends well and in time; false when it fails, answers false or takes too long. Never rejects. */
export const settlesWithin = (work: Promise<unknown>, timeoutMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(timeoutMs, longestMs), false)
    work
      .then(
        (result) => resolve(result !== false),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
