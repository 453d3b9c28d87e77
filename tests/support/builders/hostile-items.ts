import { aCheckIn, aFeedback, aLogContainer, aSession } from './sample-records.ts'
import { aSpanId, aTransaction, type SampleItem, TRACE_ID } from './sample-traces.ts'

/** Says `window.ran` where anything takes text for more than text. */
const SAY = 'window.ran=true'

/** What an SDK may send in any text, by what it attacks. */
export const hostileTexts = {
  markup: `<script>${SAY}</script><img src=x onerror="${SAY}"><svg/onload=${SAY}></textarea></title><!--`,
  template: `{{constructor.constructor('${SAY}')()}} \${${SAY}} <%= ${SAY} %> #{${SAY}} $& $1`,
  direction: 'abc \u202eright to left\u2066\u202d\u200f مرحبا',
  control:
    'a\u0000b\u0007\b\u001b[31mred\u001b[0m\u001b]8;;http://evil.test\u0007link\u001b]8;;\u0007\r\nc\u2028d',
  emoji: '👨‍👩‍👧‍👦🏳️‍🌈👩🏽‍🚀'.repeat(60),
  combining: `Z${'\u0351\u0363\u0489'.repeat(200)}algo`,
  /** An event may be a megabyte. */
  long: 'long'.repeat(200_000),
  link: `javascript:${SAY}`,
  dataLink: `data:text/html,<script>${SAY}</script>`,
  prototype: '__proto__',
} as const

type Kind = keyof typeof hostileTexts

/** Every item that the desk shows, with one kind of text wherever a text is taken. */
export function hostileItems(kind: Kind, now: number): SampleItem[] {
  const whole = hostileTexts[kind]
  const text = whole.slice(0, 8_000)
  const short = text.slice(0, 180)
  const seconds = now / 1000
  const id = (place: number) =>
    Object.keys(hostileTexts).indexOf(kind).toString(16).padStart(32, String(place))
  const data = { [short]: text, url: text, 'db.statement': text, 'http.url': text }
  const trace = { trace_id: TRACE_ID, span_id: aSpanId(1), op: short, status: short, description: text, data }
  return [
    { type: 'event', payload: hostileEvent(text, whole, id(1), seconds) },
    aTransaction([{ number: 2, parent: 1, name: text, data }], {
      event_id: id(2),
      transaction: text,
      contexts: { trace },
      start_timestamp: seconds - 1,
      timestamp: seconds,
      release: short,
      environment: short.slice(0, 60),
      measurements: { [short]: { value: 1, unit: short } },
    }),
    aLogContainer([text], { timestamp: seconds, attributes: { [short]: { value: text, type: 'string' } } }),
    aSession({
      sid: id(3),
      started: new Date(now).toISOString(),
      timestamp: new Date(now).toISOString(),
      attrs: { release: short, environment: short.slice(0, 60) },
    }),
    aFeedback({ message: text, name: text, contact_email: text, url: text, associated_event_id: id(1) }),
    aCheckIn({
      check_in_id: id(4),
      monitor_slug: short,
      environment: short,
      monitor_config: { schedule: { type: 'crontab', value: short }, timezone: short },
    }),
  ]
}

function hostileEvent(text: string, message: string, eventId: string, timestamp: number) {
  const short = text.slice(0, 180)
  const frame = {
    function: text,
    module: text,
    filename: text,
    abs_path: text,
    lineno: 1,
    in_app: true,
    pre_context: [text],
    context_line: text,
    post_context: [text],
    vars: { [short]: text },
  }
  return {
    event_id: eventId,
    timestamp,
    platform: 'javascript',
    level: 'error',
    transaction: text,
    release: short,
    environment: short.slice(0, 60),
    server_name: text,
    logger: text,
    user: { id: short, email: text, username: text, ip_address: text },
    tags: { [short]: short },
    extra: { [short]: { [short]: text } },
    contexts: {
      app: { name: text },
      browser: { name: short, version: short },
      trace: { trace_id: TRACE_ID, span_id: aSpanId(2) },
      flags: { values: [{ flag: short, result: text }] },
    },
    request: { url: text, method: text, query_string: text, headers: { [short]: text }, data: text },
    breadcrumbs: {
      values: [
        {
          timestamp,
          category: text,
          message: text,
          type: short,
          data: { url: text, to: text, method: text },
        },
      ],
    },
    exception: {
      values: [
        {
          type: text,
          value: message,
          module: text,
          stacktrace: { frames: [frame] },
          mechanism: { type: short },
        },
      ],
    },
  }
}

/** As lines of an envelope. */
export function toEnvelope(items: readonly SampleItem[]): string {
  const lines = items.flatMap(({ type, headers, payload }) => [{ type, ...headers }, payload])
  return [{}, ...lines].map((line) => JSON.stringify(line)).join('\n')
}
