import type { AcceptedEvent } from '#server/processing/pipeline/processed.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const TYPES = [
  'TypeError',
  'DatabaseError',
  'FetchError',
  'ChunkLoadError',
  'ZodError',
  'RangeError',
  'KeyError',
]
const VERBS = ['load', 'render', 'save', 'parse', 'charge', 'refresh', 'merge', 'upload']
const THINGS = [
  'cart',
  'invoice',
  'profile',
  'session',
  'order',
  'basket',
  'image',
  'report',
  'price',
  'address',
]

/** What the nth issue's events have in common, by way of all processing: a stack, a trail, a message with its words. */
export function scaleIssue(issue: number): AcceptedEvent {
  const verb = VERBS[issue % VERBS.length]
  const thing = THINGS[Math.floor(issue / 3) % THINGS.length]
  const name = `${verb}${word(issue)}`
  const event = {
    platform: 'javascript',
    level: issue % 7 === 0 ? 'warning' : 'error',
    transaction: `/${thing}/:id`,
    sdk: { name: 'sentry.javascript.react', version: '11.10.0' },
    exception: {
      values: [
        {
          type: `${word(issue)}${TYPES[issue % TYPES.length]}`,
          value: `Cannot ${verb} ${thing}: the ${word(issue).toLowerCase()} is missing`,
          mechanism: { type: 'generic', handled: issue % 4 !== 0 },
          stacktrace: { frames: Array.from({ length: 6 }, (_, depth) => aFrame(name, depth)) },
        },
      ],
    },
    breadcrumbs: Array.from({ length: 6 }, (_, index) => ({
      timestamp: 1_790_000_000 + index,
      category: index % 2 ? 'ui.click' : 'fetch',
      message: `${verb} ${thing} ${index}`,
    })),
  }
  const [accepted] = processBody('store', event).events
  if (!accepted) throw new Error(`Cannot fill the store: issue ${issue} was not accepted`)
  return accepted
}

function aFrame(name: string, depth: number) {
  return {
    function: `${name}${'Outer'.repeat(depth % 3)}`,
    filename: `src/${name}/part-${word(depth)}.ts`,
    lineno: 10 + depth,
    colno: 4,
    in_app: depth % 2 === 0,
    context_line: `  return ${name}(items)`,
  }
}

/** Of letters: issues that differ in a number are one issue. */
function word(number: number): string {
  const letter = (divisor: number) => String.fromCharCode(97 + (Math.floor(number / divisor) % 26))
  return `${letter(676).toUpperCase()}${letter(26)}${letter(1)}q`
}
