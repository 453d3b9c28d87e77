/** Listening keeps no process alive. */
export function unreferencedTimer(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs).unref()
  return () => clearTimeout(timer)
}
