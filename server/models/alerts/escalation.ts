/** Whom a rule tells next, where nobody acknowledges an issue. */
export interface Escalation {
  /** How long each step waits. */
  afterMinutes: number
  /** How often all steps are told again; 0 to 5. */
  repeats: number
  /** The channels, in the order in which they are told; at least one. */
  channelIds: readonly number[]
}

/** As its form has it. */
export interface GivenEscalation {
  afterMinutes: string
  repeats: string
  /** Ids; empty ones are left out. Without any, the rule does not escalate. */
  channels: readonly string[]
}
