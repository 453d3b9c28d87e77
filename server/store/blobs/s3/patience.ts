/** Ends what takes too long: its signal aborts when nothing renewed it for so long. */
export interface Patience {
  signal: AbortSignal
  renew(): void
  /** Nothing is waited for. */
  rest(): void
}

export function createPatience(ms: number, closing: AbortSignal): Patience {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const patience = {
    signal: AbortSignal.any([controller.signal, closing]),
    renew() {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(new Error(`no answer within ${Math.ceil(ms / 1000)} s`)), ms)
      timer.unref()
    },
    rest: () => clearTimeout(timer),
  }
  patience.renew()
  return patience
}
