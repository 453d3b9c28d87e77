/** A timer that does not keep the process alive. */
export function unreferencedTimer(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs).unref()
  return () => clearTimeout(timer)
}
