/** An item that can't be taken at all; status and message go back to the sender. */
export class RefusedItem extends Error {
  readonly status: 400 | 413
  /** The reason that the outcome is counted under. */
  readonly reason: string
  /** How many items it contained, if known. */
  readonly quantity: number

  constructor(
    status: 400 | 413,
    reason: string,
    message: string,
    { quantity = 1, ...options }: ErrorOptions & { quantity?: number } = {},
  ) {
    super(message, options)
    this.status = status
    this.reason = reason
    this.quantity = quantity
  }
}
