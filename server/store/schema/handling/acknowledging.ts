import type { Generated } from 'kysely'

/** Who takes care of which issue, and who is told next where nobody does. */
export interface AcknowledgingTables {
  issue_acknowledgement: IssueAcknowledgementTable
  escalation_plan: EscalationPlanTable
  escalation_step: EscalationStepTable
  escalation: EscalationTable
  occurrence_acknowledgement: OccurrenceAcknowledgementTable
  occurrence_escalation: OccurrenceEscalationTable
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

/** Who takes care of a monitor, a check or another subject that is no issue, until it is over. */
interface OccurrenceAcknowledgementTable extends Omit<IssueAcknowledgementTable, 'issue_id'> {
  /** The id of its `AlertSubject`. */
  subject: string
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

/** The same of a subject that is no issue. */
interface OccurrenceEscalationTable extends Omit<EscalationTable, 'issue_id'> {
  /** The id of its `AlertSubject`. */
  subject: string
  /** JSON: the `Occurrence`, as it was told. */
  content: string
}
