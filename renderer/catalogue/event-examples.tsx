import { ThreadsSection } from '#renderer/views/event/sections/ThreadsSection.tsx'
import { StackTrace } from '#renderer/views/event/stack/StackTrace.tsx'
import { Trail } from '#renderer/views/event/trail/Trail.tsx'
import type { NormalizedBreadcrumb, NormalizedException, NormalizedThread } from '#server/processing/event.ts'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const end = { timestamp: 1_700_000_000, level: 'error', text: 'TypeError: price is missing' } as const

const vendorFrame = {
  function: 'handle',
  filename: 'node_modules/fastify/lib/route.js',
  in_app: false,
  lineno: 12,
}
const exceptions: NormalizedException[] = [
  {
    type: 'CatalogueError',
    value: 'sku TR-42 is not there',
    stacktrace: { frames: [{ function: 'get', filename: 'catalogue.ts', in_app: true, lineno: 7 }] },
  },
  {
    type: 'TypeError',
    value: 'price is missing',
    stacktrace: {
      frames: [
        vendorFrame,
        vendorFrame,
        {
          ...{ function: 'totalOf', filename: 'cart/total.ts', in_app: true, lineno: 41, colno: 29 },
          pre_context: [
            '  return cart.lines.reduce((sum, line) => {',
            '    const item = catalogue.get(line.sku)',
          ],
          context_line: '    return sum + item.price * line.quantity',
          post_context: ['  }, 0)', '}'],
        },
      ],
    },
  },
]

const at = (name: string) => ({
  stacktrace: { frames: [{ function: name, filename: 'prices.ts', in_app: true, lineno: 12 }] },
})
const placed = (id: number, source: string) => ({
  mechanism: { type: 'chained', exception_id: id, parent_id: 0, source },
})
const group: NormalizedException[] = [
  { type: 'TypeError', value: 'price is missing', ...placed(2, 'errors[1]'), ...at('fromCache') },
  { type: 'TimeoutError', value: 'no answer for 2 s', ...placed(1, 'errors[0]'), ...at('fromShop') },
  {
    ...{ type: 'AggregateError', value: 'All promises were rejected', ...at('firstPrice') },
    mechanism: { type: 'generic', exception_id: 0, is_exception_group: true },
  },
]
const groupTree = { index: 2, below: [1, 0].map((index) => ({ index, below: [] })) }

const mappedExceptions: NormalizedException[] = [
  {
    type: 'TypeError',
    value: 'price is missing',
    stacktrace: {
      frames: [
        {
          ...{ function: 'n', filename: '/assets/vendor.3f2a1c.js', in_app: true, lineno: 1, colno: 28_658 },
          mapping: {
            ...{ isMapped: false, reason: 'map_not_uploaded', expected: null },
            found: '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c',
            explanation: {
              problem:
                'No source map: nothing was uploaded with debug id 8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c.',
              remedy: 'Upload the build that is deployed.',
              command: 'npx sentry-cli sourcemaps upload --project shop dist',
            },
          },
        },
        {
          ...{ function: 'totalOf', filename: 'src/cart/total.ts', in_app: true, lineno: 41, colno: 29 },
          pre_context: ['    const item = catalogue.get(line.sku)'],
          context_line: '    return sum + item.price * line.quantity',
          post_context: ['  }, 0)'],
          mapping: {
            ...{ isMapped: true, by: 'debug id' },
            sent: { function: 't', file: '/assets/app.9d1b2e.js', line: 21, column: 1_204, in_app: true },
          },
        },
      ],
    },
  },
]

const crumb = (secondsBefore: number, parts: Partial<NormalizedBreadcrumb>): NormalizedBreadcrumb => ({
  ...{ timestamp: end.timestamp - secondsBefore, type: 'default', category: 'console', level: 'info' },
  ...parts,
})

const crumbs = [
  crumb(12.4, { category: 'navigation', type: 'navigation', data: { from: '/', to: '/shoes' } }),
  crumb(8.1, { category: 'ui.click', message: 'button "Add to cart"' }),
  crumb(7.9, { category: 'fetch', type: 'http', data: { method: 'POST', url: '/cart', status_code: 303 } }),
  crumb(0.3, { level: 'warning', message: 'sku TR-42 is not there' }),
]

const threads: NormalizedThread[] = [
  { name: 'main', main: true, crashed: true, stacktrace: { frames: [vendorFrame] } },
  ...Array.from({ length: 12 }, (_, id) => ({ id: String(id), state: 'TIMED_WAITING' })),
]

export const eventExamples = [
  example('StackTrace', {
    'A cause, code, folded frames': (
      <div className={styles.whole}>
        <StackTrace exceptions={exceptions} textPath="#stack" editor={null} />
      </div>
    ),
    'Mapped by a source map, and not': (
      <div className={styles.whole}>
        <StackTrace
          exceptions={mappedExceptions}
          forms={{ mapped: '#mapped', sent: '#sent', shown: 'mapped' }}
          textPath="#stack"
          editor={null}
        />
      </div>
    ),
    'A group of exceptions': (
      <div className={styles.whole}>
        <StackTrace exceptions={group} tree={groupTree} textPath="#stack" editor={null} />
      </div>
    ),
    'Without frames': (
      <div className={styles.whole}>
        <StackTrace exceptions={[{ type: 'Error', value: 'no stack' }]} textPath="#stack" editor={null} />
      </div>
    ),
  }),
  example('ThreadsSection', {
    'With stacks, without, and more of them': (
      <div className={styles.whole}>
        <ThreadsSection threads={threads} editor={null} />
      </div>
    ),
  }),
  example('Trail', {
    'What led here': (
      <div className={styles.whole}>
        <Trail crumbs={crumbs} end={end} />
      </div>
    ),
    'Longer than is shown': (
      <div className={styles.whole}>
        <Trail
          crumbs={Array.from({ length: 30 }, (_, index) => crumb(30 - index, { message: `step ${index}` }))}
          end={end}
        />
      </div>
    ),
  }),
]
