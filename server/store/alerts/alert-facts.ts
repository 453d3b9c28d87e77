import { openConnection } from '#server/store/sqlite/connection.ts'

/** What an operator should know of alerts. */
export interface AlertFacts {
  /** Rules that are on. */
  rules: number
  /** Channels that are on. */
  channels: number
  failing: number
  /** The name of one that fails; null where none does. */
  failingName: string | null
  undelivered: number
  /**
   * When the oldest message that waits for a working channel had to be sent, in milliseconds since the epoch; null where none
   * waits.
   */
  oldestDueAt: number | null
}

/** Both engines accept it, for `doctor`, which opens no store. */
export const ALERT_FACTS = `
  select (select count(*) from alert_rule where is_enabled = 1) as "rules",
    (select count(*) from alert_channel where is_enabled = 1) as "channels",
    (select count(*) from alert_channel where is_enabled = 1 and failures > 0) as "failing",
    (select min(name) from alert_channel where is_enabled = 1 and failures > 0) as "failingName",
    (select count(*) from alert_message where state = 'undelivered') as "undelivered",
    (select min(alert_message.due_at) from alert_message
      join alert_channel on alert_channel.id = alert_message.channel_id
      where alert_message.state = 'waiting' and alert_channel.is_enabled = 1 and alert_channel.failures = 0) as "oldestDueAt"`

/** Reads them of a database that may have no store open. */
export function readAlertFacts(databaseFile: string): AlertFacts {
  const connection = openConnection(databaseFile, { readOnly: true })
  try {
    return toAlertFacts(connection.prepare(ALERT_FACTS).get() ?? {})
  } finally {
    connection.close()
  }
}

/** A row of `ALERT_FACTS`, by either driver. */
export function toAlertFacts(row: Readonly<Record<string, unknown>>): AlertFacts {
  const { rules, channels, failing, failingName, undelivered, oldestDueAt } = row
  return {
    rules: Number(rules ?? 0),
    channels: Number(channels ?? 0),
    failing: Number(failing ?? 0),
    failingName: typeof failingName === 'string' ? failingName : null,
    undelivered: Number(undelivered ?? 0),
    oldestDueAt: oldestDueAt == null ? null : Number(oldestDueAt),
  }
}
