import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type {
  ChannelDetail,
  ChannelKindOffered,
  GivenChannel,
  ListedChannel,
  ListedMessage,
  MessageDetail,
  MessageFilter,
} from '#server/models/alerts/deliveries.ts'
import type { Escalation, GivenEscalation } from '#server/models/alerts/escalation.ts'
import type {
  GivenRule,
  ListedMute,
  ListedRule,
  NoPreview,
  Rule,
  RulePreview,
  RuleSubject,
} from '#server/models/alerts/rules.ts'
import type { Refusal } from '#server/models/refusal.ts'

/** Rules that say who hears of what, the channels that messages go to, and what became of each message. */
export interface DeskAlerts {
  rules: AlertRules
  channels: AlertChannels
  messages: AlertMessages
  mutes: AlertMutes
  escalation: AlertEscalation
}

export interface AlertRules {
  list(): Promise<ListedRule[]>
  /** With the name of what it is about alone. */
  find(id: number): Promise<(Rule & { projectSlug: string | null; subject: string | null }) | undefined>
  /** The monitors and checks that a rule can be about alone; this one is among them, if it is there. */
  listSubjects(known?: Pick<RuleSubject, 'kind' | 'id'>): Promise<RuleSubject[]>
  create(given: GivenRule): Promise<{ id: number; name: string } | Refusal>
  /** Refused where somebody changed it since `version`. */
  change(id: number, given: GivenRule, version: number): Promise<{ name: string } | Refusal>
  turn(id: number, isEnabled: boolean): Promise<{ name: string } | Refusal>
  /** Null ends it. Milliseconds since the epoch. */
  mute(id: number, until: number | null): Promise<{ name: string } | Refusal>
  delete(id: number): Promise<{ name: string } | Refusal>
  /** What it would have sent in the last 14 days. Nothing is saved. */
  preview(given: GivenRule): Promise<RulePreview | NoPreview | Refusal>
}

export interface AlertChannels {
  list(): Promise<ListedChannel[]>
  find(id: number): Promise<ChannelDetail | undefined>
  listKinds(): readonly ChannelKindOffered[]
  create(kind: string, given: GivenChannel): Promise<{ id: number; name: string } | Refusal>
  change(id: number, given: GivenChannel, version: number): Promise<{ name: string } | Refusal>
  turn(id: number, isEnabled: boolean): Promise<{ name: string } | Refusal>
  /** Messages that wait for it are given up. */
  delete(id: number): Promise<{ name: string } | Refusal>
  /** Sends the newest issue that the viewer sees as a test, now, and gives the answer. */
  test(id: number): Promise<(DeliveryAnswer & { durationMs: number }) | Refusal>
}

export interface AlertMessages {
  list(filter: MessageFilter): Promise<{ items: ListedMessage[]; hasMore: boolean }>
  find(id: number): Promise<MessageDetail | undefined>
  /** Those that were given up. */
  countUndelivered(): Promise<number>
  retry(id: number): Promise<{ title: string } | Refusal>
  retryAll(): Promise<{ count: number }>
  discard(id: number): Promise<{ title: string } | Refusal>
}

/** Whom a rule tells next, where nobody acknowledges an issue. */
export interface AlertEscalation {
  find(ruleId: number): Promise<Escalation | undefined>
  /** Without channels, the rule does not escalate any longer. */
  save(ruleId: number, given: GivenEscalation): Promise<{ name: string } | Refusal>
}

export interface AlertMutes {
  list(): Promise<ListedMute[]>
  /** `project` is a slug, or empty for all. */
  add(given: { project: string; minutes: string; reason: string }): Promise<ListedMute | Refusal>
  end(id: number): Promise<{ until: number } | Refusal>
}
