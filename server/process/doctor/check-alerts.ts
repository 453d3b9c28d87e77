import { MINUTE_MS } from '#server/protocol/time.ts'
import type { AlertFacts } from '#server/store/alerts/alert-facts.ts'
import { type Finding, ok, warn } from './findings.ts'

/** A desk looks for what is due each second, and a try takes some. */
const LATE_MS = 2 * MINUTE_MS

/** Says whether what happens reaches somebody. */
export function checkAlerts(facts: AlertFacts, now: number): Finding {
  const { rules, channels } = facts
  if (rules === 0) return ok('no alert rule is on')
  const wrong = [noChannel(facts), failing(facts), undelivered(facts), late(facts, now)].filter(
    (sentence) => sentence !== undefined,
  )
  if (wrong.length > 0) return warn(wrong.join('; '))
  return ok(
    `${countOf(rules, 'alert rule')} and ${countOf(channels, 'channel')} are on, and no message is late`,
  )
}

function noChannel({ rules, channels }: AlertFacts): string | undefined {
  if (channels > 0) return undefined
  return `${countOf(rules, 'alert rule is', 'alert rules are')} on, but no channel is: nobody is told (/alerts/channels)`
}

function failing({ failing: count, channels, failingName }: AlertFacts): string | undefined {
  if (count === 0) return undefined
  return `the latest messages to the channel "${failingName}" failed (${count} of ${channels} fail): "alerts messages" says why`
}

function undelivered({ undelivered: count }: AlertFacts): string | undefined {
  if (count === 0) return undefined
  return `${countOf(count, 'message was', 'messages were')} given up: "alerts messages --state undelivered" shows them`
}

function late({ oldestDueAt }: AlertFacts, now: number): string | undefined {
  const lateMs = oldestDueAt === null ? 0 : now - oldestDueAt
  if (lateMs < LATE_MS) return undefined
  return `a message waits for ${Math.floor(lateMs / MINUTE_MS)} minutes: no desk runs, or sending is too slow`
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
