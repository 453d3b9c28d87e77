import type { Generated } from 'kysely'
import type { ChannelKind, DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { MessageState } from '#server/models/alerts/deliveries.ts'
import type { Happening, Urgency } from '#server/models/alerts/happenings.ts'
import type { RuleHappening } from '#server/models/alerts/rules.ts'

/** Who hears of what, and what became of each message. */
export interface AlertTables {
  alert_channel: AlertChannelTable
  alert_rule: AlertRuleTable
  alert_rule_channel: AlertRuleChannelTable
  alert_mute: AlertMuteTable
  happening: HappeningTable
  alert_told: AlertToldTable
  alert_window: AlertWindowTable
  alert_message: AlertMessageTable
  alert_item: AlertItemTable
  alert_incident: AlertIncidentTable
  alert_occurrence: AlertOccurrenceTable
  alert_occurrence_told: AlertOccurrenceToldTable
  occurrence_incident: OccurrenceIncidentTable
  alert_condition: AlertConditionTable
  condition_look: ConditionLookTable
  delivery_try: DeliveryTryTable
}

interface AlertChannelTable {
  id: Generated<number>
  name: string
  kind: ChannelKind
  /** JSON: the values of its fields, secrets among them. */
  settings: string
  is_enabled: Generated<number>
  created_at: number
  created_by: number | null
  version: Generated<number>
  /** Whose own it is; null for those that all have. */
  account_id: Generated<number | null>
  /** Deliveries that failed in a row. */
  failures: Generated<number>
  /** While it fails: nothing is sent until then, and then one message. */
  paused_until: Generated<number | null>
  delivered_at: Generated<number | null>
}

interface AlertRuleTable {
  id: Generated<number>
  name: string
  happening: RuleHappening
  /** Null for all projects. */
  project_id: number | null
  /** The one monitor, or check, that it is about, of those that its happening is about; null for all of them. */
  monitor_id: number | null
  check_id: number | null
  search: Generated<string>
  /** JSON: `{count, minutes}`. */
  threshold: string | null
  urgency: Generated<Urgency>
  cool_down_minutes: Generated<number>
  is_for_every_channel: Generated<number>
  is_enabled: Generated<number>
  muted_until: Generated<number | null>
  created_at: number
  created_by: number | null
  version: Generated<number>
}

interface AlertRuleChannelTable {
  rule_id: number
  channel_id: number
}

/** A time in which nothing is sent of a project, or of any. */
interface AlertMuteTable {
  id: Generated<number>
  project_id: number | null
  reason: string
  /** A name, which stays when the account is removed. */
  created_by: string
  created_at: number
  until: number
}

/** What the writer saw happen to an issue: it is deleted in the transaction that decides who hears of it. */
interface HappeningTable {
  id: Generated<number>
  project_id: number
  issue_id: number
  kind: Happening
  /** That of the event that made it happen. */
  environment: string | null
  at: number
  /** Not before: an issue whose source maps are awaited has no name yet. */
  due_at: number
}

/** When a rule told of an issue for the last time. */
interface AlertToldTable {
  rule_id: number
  issue_id: number
  at: number
}

/** Until when the messages of a rule to a channel about a project are collected into one, and how long that is. */
interface AlertWindowTable {
  rule_id: number
  channel_id: number
  project_id: number
  step: number
  ends_at: number
}

interface AlertMessageTable {
  id: Generated<number>
  /** Null for a message to an account about several projects. */
  project_id: number | null
  /** It may be gone. */
  rule_id: number | null
  /** It may be gone. */
  channel_id: number
  /** The account whose own channel it goes to. */
  account_id: Generated<number | null>
  message_key: string
  happening: Happening
  state: MessageState
  is_test: Generated<number>
  title: Generated<string>
  /** JSON of an `AlertMessage`: the same at each try. Null while it collects. */
  content: string | null
  created_at: number
  due_at: number
  /** Whoever sends it has so long before another process may. */
  leased_until: Generated<number | null>
  attempts: Generated<number>
  /** Which step of an escalation it is, from 1; null for all others. */
  escalation: Generated<number | null>
  ended_at: Generated<number | null>
  reason: Generated<string | null>
}

/** An issue that a message is about. */
interface AlertItemTable {
  message_id: number
  issue_id: number
  at: number
}

/** An incident of an issue that is open in a channel's service. The issue may be gone. */
interface AlertIncidentTable {
  channel_id: number
  issue_id: number
  project_id: number
  /** JSON of an `AlertSubject`, without its event. */
  subject: string
  /** 1 where the service was told that somebody takes care of it. */
  is_acknowledged: Generated<number>
}

/** Something that is no issue, and that a message is about. */
interface AlertOccurrenceTable {
  message_id: number
  /** `monitor:3:production`: the id of its `AlertSubject`. */
  subject: string
  /** JSON of an `Occurrence`. */
  content: string
  at: number
}

/** When a rule told of it for the last time. */
interface AlertOccurrenceToldTable {
  rule_id: number
  subject: string
  at: number
}

/** An incident of it that is open in a channel's service. */
interface OccurrenceIncidentTable {
  channel_id: number
  subject: string
  project_id: number
  /** JSON of an `AlertSubject`. */
  content: string
  /** 1 where the service was told that somebody takes care of it. */
  is_acknowledged: Generated<number>
}

/** Something that a rule which measures found to be true, and told: it is deleted when that is over. */
interface AlertConditionTable {
  rule_id: number
  /** The id of its `AlertSubject`. */
  subject: string
  at: number
}

/** One row, which all processes share: whoever moves its time does the look. */
interface ConditionLookTable {
  id: number
  looked_at: number
}

interface DeliveryTryTable {
  id: Generated<number>
  message_id: number
  at: number
  duration_ms: number
  state: DeliveryAnswer['state']
  status: number | null
  reason: string | null
  request: string
  response: string
}
