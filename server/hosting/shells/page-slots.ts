/** What a request fills into its page's shell, as HTML. */
export interface PageSlots {
  title: string
  headEnd: string
  body: Markup
}

/** HTML in pieces, one behind the other. Bytes are UTF-8: what is sent often is encoded once. */
export type Markup = readonly (string | Uint8Array)[]

export interface SlotRefusal {
  reason: string
  /** Whether the page is meant to be rendered by Vike alone. */
  isExpected: boolean
}
