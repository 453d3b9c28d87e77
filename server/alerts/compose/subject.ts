import { issuePath } from '#renderer/paths.ts'
import type { AlertEvent, AlertSubject } from '#server/models/alerts/messages.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'

/** Makes what a message shows of an issue; `absolute` makes an address of a path. */
export function toSubject(
  issue: ToldIssue,
  absolute: (path: string) => string,
  event?: AlertEvent,
): AlertSubject {
  const { id, culprit, level, events, users, firstSeen, lastSeen } = issue
  return {
    kind: 'issue',
    id: `issue:${id}`,
    shortId: formatShortId(issue),
    title: titleOf(issue),
    detail: culprit,
    level: toLevel(level),
    environment: undefined,
    release: issue.lastRelease ?? undefined,
    url: absolute(issuePath(id)),
    acknowledgeUrl: undefined,
    ...{ events, users, firstSeen, lastSeen, event },
  }
}

/** Longer lines are read by nobody, and receivers cut them anyway. */
const LONGEST_TITLE = 300

/** One line, without control characters: it becomes the subject of a mail. */
export function titleOf({ type, value }: ToldIssue): string {
  const whole = value === '' ? type : `${type}: ${value}`
  const line = [...whole.slice(0, 4 * LONGEST_TITLE)].map((char) => (isControl(char) ? ' ' : char)).join('')
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
}

function isControl(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  return code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029
}

const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'] as const

function toLevel(level: string): AlertSubject['level'] {
  return LEVELS.find((known) => known === level)
}
