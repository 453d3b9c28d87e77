/** How the playground can fail on the server: `?fail=` and one of these. */
export type ServerFailureKind = 'loader' | 'render' | 'stream' | 'string' | 'null' | 'frozen' | 'cause'

/** Fails at its stage, on purpose, in the way that was asked for. */
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

/** The classic: reading a property of what is not there. */
export function priceOf(item: { price: number } | undefined): number {
  return (item as { price: number }).price // wrong on purpose
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
