import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { cutBytes, oneLine } from '../text/cut.ts'
import { moreOf } from '../text/facts.ts'

/** What the service worker of the pages is told: it shows this, and nothing else. */
export interface PushPayload {
  title: string
  body: string
  /** A path of the desk, which a click opens. */
  url: string
  /** A notification replaces the one before it that has the same. */
  tag: string
}

// Both are written with at most twice as many bytes, and the whole must be encrypted within 4 KiB.
const MOST_TITLE_BYTES = 200
const MOST_BODY_BYTES = 700
const MOST_PATH_BYTES = 600
const MOST_UPDATES = 3

/** Says a message in a notification. All text is foreign: browsers show it as text. */
export function pushPayload(message: AlertMessage): PushPayload {
  const { title, subjects, more, note, url, isTest } = message
  const [first] = subjects
  const only = subjects.length === 1 && more === 0 ? first : undefined
  const ending = only === undefined ? '' : `: ${only.title}`
  const lines = only ? linesOf(only) : [...subjects.map(listLineOf), moreOf(message)]
  return {
    title: cutBytes(
      oneLine(ending !== '' && title.endsWith(ending) ? title.slice(0, -ending.length) : title),
      MOST_TITLE_BYTES,
    ),
    body: cutBytes([...lines, oneLine(note ?? '', 300)].filter(Boolean).join('\n'), MOST_BODY_BYTES),
    url: pathOf(url),
    tag: isTest ? 'test' : oneLine(only?.id ?? 'updates', 100),
  }
}

/** What happened is in the title where it is one thing: then its text is said here, and else each of the latest. */
function linesOf({ title, detail, updates = [] }: AlertSubject): string[] {
  const [only, another] = updates
  const said =
    another === undefined
      ? [only?.quote ?? detail]
      : updates
          .slice(-MOST_UPDATES)
          .map(({ text, quote }) => (quote === undefined ? text : `${text}: ${quote}`))
  return [title, ...said].map((line) => oneLine(line, 300))
}

const listLineOf = ({ shortId, title }: AlertSubject): string =>
  oneLine(shortId === undefined ? title : `${shortId} ${title}`, 200)

/** Without the host: the service worker opens addresses of its own origin alone. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  const path = `${pathname}${search}`
  return Buffer.byteLength(path) > MOST_PATH_BYTES ? pathname.slice(0, MOST_PATH_BYTES) : path
}
