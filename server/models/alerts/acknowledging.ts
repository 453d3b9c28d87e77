/** What a link of a message to acknowledge an issue leads to. */
export type AcknowledgeLink =
  | { state: 'unknown' | 'expired' }
  | {
      /** `ended`: resolved or ignored meanwhile. */
      state: 'open' | 'acknowledged' | 'ended'
      /** As the message said it, and nothing more: whoever has the link may be a stranger. */
      title: string
      acknowledged: { who: string; at: number } | null
    }
