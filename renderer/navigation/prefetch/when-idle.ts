/**
 * Resolves when the browser has nothing to draw and no input to answer, at the latest after `mostMs`. Safari cannot
 * tell, so there the wait is short.
 */
export function whenIdle(mostMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: mostMs })
    else setTimeout(resolve, 50)
  })
}
