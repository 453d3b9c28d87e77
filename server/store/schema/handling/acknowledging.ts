import type { Generated } from 'kysely'

/** Who takes care of which issue, and who is told next where nobody does. */
export interface AcknowledgingTables {
  issue_acknowledgement: IssueAcknowledgementTable
  escalation_plan: EscalationPlanTable
  escalation_step: EscalationStepTable
  escalation: EscalationTable
}

interface IssueAcknowledgementTable {
  issue_id: number
  project_id: number
  /** Null where it was somebody with a link, or where the account is gone. */
  account_id: number | null
  /** A name, or to whom the link was sent. */
  who: string
  at: number
}

/** Of a rule: after how long the next channel is told. */
interface EscalationPlanTable {
  rule_id: number
  after_minutes: number
  /** How often all steps are begun again. */
  repeats: number
}

interface EscalationStepTable {
  rule_id: number
  /** From 0. */
  position: number
  channel_id: number
}

/** An issue that a rule told of, and that nobody has acknowledged. */
interface EscalationTable {
  id: Generated<number>
  project_id: number
  rule_id: number
  issue_id: number
  started_at: number
  /** How many steps were told. */
  steps: Generated<number>
  /** When the next one is. */
  due_at: number
}
