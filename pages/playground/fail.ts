/** The ways in which the playground can fail on the server, as values of `?fail=`. */
export type ServerFailureKind = 'loader' | 'render' | 'stream' | 'string' | 'null' | 'frozen' | 'cause'

/** Fails on purpose, if this is the stage that was asked for. */
export function failIn(stage: 'loader' | 'render', kind: ServerFailureKind | null): void {
  if (stage === 'render') {
    if (kind === 'render') priceOf(undefined)
    return
  }
  switch (kind) {
    case 'loader':
      priceOf(undefined)
      return
    case 'string':
      throw 'The playground threw a string'
    case 'null':
      throw null
    case 'frozen':
      throw Object.freeze(new Error('The playground threw a frozen error'))
    case 'cause':
      checkOut()
      return
    default:
      return
  }
}

/** The most common failure: it reads a property of undefined. */
export function priceOf(item: { price: number } | undefined): number {
  return (item as { price: number }).price // The argument is wrong on purpose.
}

function checkOut(): void {
  try {
    reserveStock()
  } catch (cause) {
    throw new Error('Cannot check out: the cart could not be reserved', { cause })
  }
}

function reserveStock(): void {
  try {
    priceOf(undefined)
  } catch (cause) {
    throw new RangeError('Cannot reserve stock: the catalogue did not answer', { cause })
  }
}
