import { aSpanId } from '#tests/support/builders/sample-traces.ts'
import { aTimedTransaction, manySpans } from '#tests/support/builders/timed-traces.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'

export const CART_TRACE = '0af7651916cd43dd8448eb211c80319c'
export const SLOW_CART_TRACE = '1af7651916cd43dd8448eb211c80319c'
export const LARGE_TRACE = '2af7651916cd43dd8448eb211c80319c'
export const HOSTILE_TRACE = '3af7651916cd43dd8448eb211c80319c'
/** Of the query in the cart's trace. */
export const QUERY_SPAN = aSpanId(6)

/** By a browser whose clock is 1.2 s behind, and the server that it asked; the server failed with an error and a log. */
async function sendCart(web: string, api: string, traceId: string, began: number, factor = 1): Promise<void> {
  await sendItems(
    web,
    aTimedTransaction({
      ...{
        traceId,
        began,
        side: 'browser',
        number: 1,
        op: 'navigation',
        name: '/cart',
        at: -1_200,
        lasts: 742 * factor,
      },
      spans: [
        { number: 2, op: 'http.client', name: 'GET /cart payload', at: -1_160, lasts: 460 * factor },
        { number: 3, op: 'ui.render', name: 'error screen', at: -640, lasts: 66 },
      ],
      more: { measurements: { lcp: { value: 610, unit: 'millisecond' } } },
    }),
  )
  await sendItems(
    api,
    aTimedTransaction({
      ...{
        traceId,
        began,
        number: 4,
        parent: 2,
        op: 'http.server',
        name: 'GET /cart',
        at: 63,
        lasts: 414 * factor,
      },
      status: 'internal_error',
      spans: [
        { number: 5, op: 'loader', name: 'pages/cart', at: 70, lasts: 388 * factor },
        { number: 6, parent: 5, op: 'db', name: 'select cart_line from cart', at: 78, lasts: 61 },
        { number: 7, parent: 5, op: 'db', name: 'select catalogue_item', at: 200, lasts: 214 * factor },
        { number: 8, parent: 999, op: 'queue.publish', name: 'cart.viewed', at: 440, lasts: 20 },
      ],
    }),
    {
      type: 'log',
      headers: { item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
      payload: {
        items: [
          {
            ...{ timestamp: (began + 150) / 1_000, trace_id: traceId, span_id: aSpanId(5) },
            ...{ level: 'warn', severity_number: 13, body: 'sku TR-42-BLK not found', attributes: {} },
          },
        ],
      },
    },
  )
  await sendEvent(api, {
    timestamp: (began + 430) / 1_000,
    contexts: { trace: { trace_id: traceId, span_id: aSpanId(5) } },
    exception: { values: [{ type: 'TypeError', value: 'no price' }] },
  })
}

/** A desk with two projects and what is looked at in their traces. */
export async function fillWithTraces(desk: DeskProcess, now: number): Promise<void> {
  const dsnOf = async (name: string) => (await addProject(desk, name)).dsn
  const [web, api] = [await dsnOf('Shop web'), await dsnOf('Shop api')]
  await sendCart(web, api, CART_TRACE, now - 60_000)
  await sendCart(web, api, SLOW_CART_TRACE, now - 120_000, 2)
  for (const item of manySpans(LARGE_TRACE, 10_000, now - 3_600_000)) await sendItems(api, item)
  await sendItems(
    api,
    aTimedTransaction({
      ...{ traceId: HOSTILE_TRACE, began: now - 90_000, number: 1, op: 'http.server', at: 0, lasts: 900 },
      name: `<img src=x onerror="document.title='pwned'">`,
      spans: [
        {
          number: 2,
          op: 'x'.repeat(900_000),
          name: '\u202Egnp.exe {{constructor}} <%= 1 %>',
          at: 1,
          lasts: 80,
        },
        { number: 3, op: 'db', name: `select '\u0000\u001b[31m👨‍👩‍👧‍👦'`.repeat(2_000), at: 90, lasts: 80 },
        {
          ...{ number: 4, op: 'http.client', name: '', at: 200, lasts: 80 },
          data: {
            'javascript:alert(1)': 'javascript:alert(1)',
            url: 'https://shop.example/"><script>',
            __proto__x: 1,
          },
        },
      ],
    }),
  )
}
