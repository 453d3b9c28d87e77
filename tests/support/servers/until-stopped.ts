/** Begins what a signal ends, and hands back what ends it. */
export function untilStopped(begin: (signal: AbortSignal) => void): () => void {
  const controller = new AbortController()
  begin(controller.signal)
  return () => controller.abort()
}
