/** The answer to a request that cannot be met; nothing was changed. */
export interface Refusal {
  /** A sentence for the person who asked. */
  refusal: string
  /** The field of the form that is at fault; absent when no single field is. */
  field?: string
}
