/** What a link of a message to acknowledge something leads to. */
export type AcknowledgeLink =
  | { state: 'unknown' | 'expired' }
  | {
      /** `ended`: resolved or ignored meanwhile, or working again. */
      state: 'open' | 'acknowledged' | 'ended'
      about: 'issue' | 'other'
      /** As the message said it, and nothing more: whoever has the link may be a stranger. */
      title: string
      acknowledged: { who: string; at: number } | null
    }
