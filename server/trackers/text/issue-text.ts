import { oneLine } from '#server/alerts/channels/text/cut.ts'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { scrubEmailAddresses, scrubIpAddresses } from '#server/processing/secrets/personal.ts'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'

/** What of an issue, and of its event, is told to a tracker. */
export interface ToldToTracker {
  issue: {
    shortId: string
    type: string
    value: string
    culprit: string
    eventCount: number
    userCount: number
    /** Milliseconds since the epoch. */
    firstSeen: number
    lastSeen: number
    lastRelease: string | null
  }
  event: { environment: string | null; release: string | null; payload: NormalizedEvent } | undefined
  /** The issue's page, as an absolute address. */
  url: string
}

/** The same for all trackers. Foreign text is in lines without control characters, and not escaped yet. */
export interface IssueText {
  title: string
  message: string
  /** `Release: shop@2.5.1`. */
  facts: readonly string[]
  /** The latest call first: `at loadCart (src/cart.ts:12)`. */
  frames: readonly string[]
  shortId: string
  url: string
}

/** Trackers take 255 characters, and people read less. */
const LONGEST_TITLE = 200
const LONGEST_MESSAGE = 4_000
const LONGEST_FACT = 300
const MOST_FRAMES = 12

/**
 * Says what an issue is about. A tracker has other readers than the desk: it is told nothing about users but how many they
 * are, and addresses of people and machines in messages are left out.
 */
export function describeIssue({ issue, event, url }: ToldToTracker): IssueText {
  const { type, value, culprit, eventCount, userCount, firstSeen, lastSeen, lastRelease, shortId } = issue
  const whole = value === '' ? type : `${type}: ${value}`
  const period = `from ${formatUtc(firstSeen)} to ${formatUtc(lastSeen)}`
  const facts = [
    ['Where', culprit],
    ['Release', event?.release ?? lastRelease],
    ['Environment', event?.environment],
    ['Events', `${formatCount(eventCount)}, ${period}`],
    ['Users', userCount > 0 ? `${formatCount(userCount)}, ${period}` : undefined],
  ] as const
  return {
    title: withoutMentions(lineOf(whole, LONGEST_TITLE)),
    message: lineOf(whole, LONGEST_MESSAGE),
    facts: facts.flatMap(([name, text]) => (text ? [`${name}: ${lineOf(text, LONGEST_FACT)}`] : [])),
    frames: event === undefined ? [] : framesOf(event.payload),
    shortId,
    url,
  }
}

/** The calls of the error that was thrown last, and of them those of the application, where it has any. */
function framesOf({ exception }: NormalizedEvent): string[] {
  const frames = (exception.values.at(-1)?.stacktrace?.frames ?? []).toReversed()
  const own = frames.filter(isOwnFrame)
  return (own.length > 0 ? own : frames).slice(0, MOST_FRAMES).map(formatFrame)
}

function formatFrame({
  function: name,
  filename,
  module,
  lineno,
  package: library,
}: NormalizedFrame): string {
  // The query of a script's address says nothing about the place, and may be about a user.
  const file = (filename ?? module ?? library ?? 'unknown file').replace(/[?#].*/s, '')
  const line = lineno === undefined ? '' : `:${lineno}`
  return `at ${lineOf(name ?? '(anonymous)', LONGEST_FACT)} (${lineOf(file, LONGEST_FACT)}${line})`
}

function lineOf(text: string, most: number): string {
  return oneLine(scrubIpAddresses(scrubEmailAddresses(text.slice(0, 4 * most))), most)
}

/** A title has no place in which names after `@` are text: a space of no width keeps them from being told. */
function withoutMentions(title: string): string {
  return title.replaceAll('@', '@\u200b')
}

/** `2026-11-25 16:28 UTC`: trackers are read in many zones. */
function formatUtc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
