import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { EventAside } from '#renderer/views/event/EventAside.tsx'
import { EventBody, EventLead } from '#renderer/views/event/EventBody.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { NormalizedBreadcrumb, NormalizedEvent } from '#server/processing/event.ts'
import { anEvent, anEventView, NOW } from './an-event.ts'

const bodyOf = (
  payload: Partial<NormalizedEvent>,
  parts: Partial<EventView> = {},
  heading: { type: string; value: string } = { type: '', value: '' },
) => {
  const shown = { event: anEvent(payload), view: anEventView(parts) }
  return renderToStaticMarkup(
    <>
      <EventLead
        {...shown}
        relatedEvents={[]}
        leftOut={[]}
        editor={{ editor: 'vscode', from: '/app/', to: '/home/ada/' }}
        heading={heading}
        now={NOW}
      />
      <EventBody {...shown} />
    </>,
  )
}
/** What a reader sees, tags taken off. */
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

const HOSTILE = '<img src=x onerror=alert(1)>"\'</script><script>alert(1)</script>'

describe('EventBody', () => {
  it('shows where a user is as a context of its own, not as JSON', () => {
    const geo = { city: 'Vienna', region: 'Austria', country_code: 'AT' }
    const html = bodyOf({ user: { id: '7', geo } })
    expect(wordsOf(html)).toMatch(/user id 7 geo city Vienna region Austria country code AT/)
    expect(html).not.toContain('&quot;city')
    expect(wordsOf(bodyOf({ user: { id: '7', geo: 'Vienna' } }))).toMatch(/user id 7 geo Vienna/)
  })

  it('puts the outermost exception first and its causes after it', () => {
    const words = wordsOf(
      bodyOf({ exception: { values: [{ type: 'Root' }, { type: 'Middle' }, { type: 'Outer' }] } }),
    )
    expect(words).toMatch(/Outer .*caused by Middle .*caused by Root /)
  })

  it('shows the message of an event without an exception', () => {
    const html = bodyOf({ exception: { values: [] }, message: 'Stock fell under the safety level' })
    expect(wordsOf(html)).toContain('Message Stock fell under the safety level')
    expect(html).not.toContain('Stack trace')
  })

  it('counts the steps of the trail back from the event, which ends it', () => {
    const crumb: NormalizedBreadcrumb = {
      timestamp: NOW / 1000 - 12.4,
      type: 'navigation',
      category: 'navigation',
      level: 'info',
      data: { from: '/', to: '/cart' },
    }
    const words = wordsOf(bodyOf({ breadcrumbs: { values: [crumb] } }))
    expect(words).toContain('navigation / → /cart −12.4 s error TypeError: price is missing 0')
  })

  it('collapses a long trail, its latest steps excepted', () => {
    const values = Array.from({ length: 100 }, (_, index): NormalizedBreadcrumb => {
      return {
        timestamp: NOW / 1000,
        type: 'default',
        category: 'console',
        level: 'info',
        message: `step ${index}`,
      }
    })
    const html = bodyOf({ breadcrumbs: { values } })
    const [before, after] = html.slice(html.indexOf('75 earlier steps')).split('</details>')
    expect(before).toContain('step 0<')
    expect(before).toContain('step 74<')
    expect(after).toContain('step 75<')
  })

  it('collapses the other threads under their names, behind the stack of the one that failed', () => {
    const stacktrace = { frames: [{ function: 'park', filename: 'Unsafe.java', in_app: true }] }
    const idle = Array.from({ length: 9 }, (_, id) => ({
      id: String(id),
      state: 'TIMED_WAITING',
      stacktrace,
    }))
    const html = bodyOf({
      threads: [{ name: 'exec-3', state: 'RUNNABLE', failed: true }, { name: HOSTILE, main: true }, ...idle],
    })
    const words = wordsOf(html)
    expect(words).toContain('most recent call first, in thread exec-3')
    expect(words).toContain('Other threads 10 threads')
    expect(words).toContain('main thread 0 timed waiting 1 frame park Unsafe.java thread 1')
    expect(words).toContain('Show 2 more threads thread 7')
    expect(words.match(/exec-3/g)).toHaveLength(1)
    expect(html).not.toContain('<img')
  })

  it('shows a failed thread’s own stack where the exception has another', () => {
    const stacktrace = { frames: [{ function: 'capture', in_app: true }] }
    const words = wordsOf(bodyOf({ threads: [{ name: 'exec-3', failed: true, crashed: true, stacktrace }] }))
    expect(words).toContain('Other threads 1 thread exec-3 crashed 1 frame capture')
  })

  it('says what was cut or changed on arrival', () => {
    expect(wordsOf(bodyOf({ ingestion_warnings: ['40 breadcrumbs were left out'] }))).toContain(
      'Some of the data that was sent is missing or was changed: 40 breadcrumbs were left out',
    )
  })

  it('collapses the frames of others into one row and marks the line that failed', () => {
    const html = bodyOf({
      exception: {
        values: [
          {
            type: 'TypeError',
            stacktrace: {
              frames: [
                { filename: '/a/node_modules/fastify/x.js', in_app: false },
                { filename: '/a/node_modules/vike/x.js', in_app: false },
                {
                  function: 'totalOf',
                  filename: 'cart/total.ts',
                  lineno: 41,
                  colno: 3,
                  in_app: true,
                  context_line: 'x.y',
                },
              ],
            },
          },
        ],
      },
    })
    expect(wordsOf(html)).toContain('totalOf cart/total.ts:41:3')
    expect(wordsOf(html)).toContain('(this line failed)')
    expect(wordsOf(html)).toContain('2 frames in vike, fastify')
  })

  it('shows what a frame’s variables held, and opens its file', () => {
    const html = bodyOf({
      exception: {
        values: [
          {
            type: 'TypeError',
            stacktrace: {
              frames: [
                { in_app: true, abs_path: '/app/cart/total.ts', lineno: 41, vars: { sku: "'TR-42'" } },
              ],
            },
          },
        ],
      },
    })
    expect(html).toMatch(/>Variables<.*sku.*&#x27;TR-42&#x27;/)
    expect(html).toContain('href="vscode://file/home/ada/cart/total.ts:41:1"')
  })

  it('opens the variables of the failing frame alone, what holds nothing in its line first', () => {
    const frame = { in_app: true, context_line: 'sum += price[currency]' }
    const frames = [
      { ...frame, filename: 'page.ts', vars: { page: "'cart'" } },
      {
        ...frame,
        filename: 'total.ts',
        vars: { items: '[3]', currency: "'EUR'", price: 'undefined', gone: 'null' },
      },
    ]
    const html = bodyOf({ exception: { values: [{ type: 'TypeError', stacktrace: { frames } }] } })
    expect(wordsOf(html)).toContain('price undefined currency &#x27;EUR&#x27; items [3] gone null')
    expect(html.match(/<b [^>]*>undefined<\/b>/g)).toHaveLength(1)
    expect(html).not.toMatch(/<b [^>]*>null/)
    expect(wordsOf(html)).toContain('Variables (1 value) page')
  })

  it('does not repeat what the heading says', () => {
    const exception = {
      values: [
        { type: 'Root', value: 'no price' },
        { type: 'TypeError', value: 'no price' },
      ],
    }
    const told = wordsOf(bodyOf({ exception }, {}, { type: 'TypeError', value: 'no price' }))
    expect(told).toMatch(
      /Stack trace most recent call first Copy stack trace No stack trace was sent. caused by Root/,
    )
    expect(wordsOf(bodyOf({ exception }, {}, { type: 'TypeError', value: 'no cart' }))).toMatch(
      /TypeError no price/,
    )
    const lines = { values: [{ type: 'TypeError', value: 'no price\nin EUR' }] }
    const heading = { type: 'TypeError', value: 'no price\nin EUR' }
    expect(wordsOf(bodyOf({ exception: lines }, {}, heading))).toMatch(/TypeError no price in EUR No stack/)
  })

  it('collapses the tags and values beyond those that are read at a glance', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => [`key-${index}`, 'value'] as [string, string])
    const html = wordsOf(bodyOf({ tags: many(200), contexts: { app: Object.fromEntries(many(30)) } }))
    expect(html).toContain('Tags 200 tags')
    expect(html).toContain('Show 160 more tags')
    expect(html).toContain('Show 20 other values')
  })

  it('shows the trace around the event, with the way to the whole', () => {
    const row = {
      depth: 0,
      op: 'http.server',
      name: 'GET /cart',
      side: 'server',
      startUs: 0,
      isHere: false,
    } as const
    const trace = {
      traceId: 'f'.repeat(32),
      spanCount: 1,
      errorCount: 1,
      isWhole: true,
      durationUs: 742_000,
      rows: [
        { ...row, kind: 'span' as const, isFailed: true, durationUs: 742_000 },
        {
          ...row,
          kind: 'error' as const,
          isFailed: true,
          durationUs: 0,
          startUs: 700_000,
          op: 'error',
          name: 'TypeError',
          isHere: true,
        },
      ],
    }
    const html = bodyOf({}, { trace })
    expect(wordsOf(html)).toContain('Trace 742 ms, 1 span, 1 error Open the full trace')
    expect(wordsOf(html)).toContain('GET /cart (failed)')
    expect(wordsOf(html)).toContain('TypeError (this event) at 700 ms')
    expect(html).toContain(`href="/traces/${'f'.repeat(32)}"`)
  })

  it('lists the packages by name, collapsed', () => {
    const modules: [string, string][] = [
      ['vike', '0.4.266'],
      ['fastify', '5.8.0'],
    ]
    const html = bodyOf({ modules })
    expect(wordsOf(html)).toContain('Packages 2 packages fastify 5.8.0 vike 0.4.266')
    expect(html).toMatch(/<details [^>]*id="packages"><summary>/)
    expect(bodyOf({})).not.toContain('Packages')
  })

  it('shows the logs around the event with the event in its place', () => {
    const log = { level: 'info' as const, timestampMs: NOW - 2_100 }
    const logs = {
      by: 'trace' as const,
      traceId: 'f'.repeat(32),
      logs: [
        { ...log, id: 1, body: 'GET /cart started' },
        { ...log, id: 2, body: 'GET /cart answered 500', timestampMs: NOW + 30 },
      ],
    }
    const words = wordsOf(bodyOf({}, { logs }))
    expect(words).toContain('Logs around in this trace, up to 30 s before and after Open in Logs')
    expect(words).toMatch(/GET \/cart started −2.1 s .*TypeError: price is missing 0 .*answered 500 \+30 ms/)
  })

  it('is told nothing by reported text but text', () => {
    const html = bodyOf(
      {
        tags: [[HOSTILE, HOSTILE]],
        message: HOSTILE,
        transaction: HOSTILE,
        exception: {
          values: [
            {
              type: HOSTILE,
              value: HOSTILE,
              stacktrace: {
                frames: [
                  {
                    function: HOSTILE,
                    filename: `javascript:alert(1)//${HOSTILE}`,
                    in_app: true,
                    lineno: 1,
                    context_line: HOSTILE,
                    pre_context: [HOSTILE],
                    abs_path: `/app/${HOSTILE}`,
                    vars: { [HOSTILE]: HOSTILE },
                  },
                  { filename: `/node_modules/${HOSTILE}`, in_app: false },
                ],
              },
            },
          ],
        },
        breadcrumbs: {
          values: [
            {
              timestamp: 0,
              type: HOSTILE,
              category: HOSTILE,
              level: 'error',
              message: HOSTILE,
              data: { [HOSTILE]: HOSTILE },
            },
          ],
        },
        request: { url: `javascript:${HOSTILE}`, headers: [[HOSTILE, HOSTILE]], data: HOSTILE },
        contexts: {
          [HOSTILE]: { [HOSTILE]: HOSTILE },
          flags: { values: [{ flag: HOSTILE, result: HOSTILE }, null, 7] },
        },
        extra: { [HOSTILE]: [HOSTILE] },
        user: { id: HOSTILE },
        ingestion_warnings: [HOSTILE],
      },
      {
        feedback: [{ feedbackId: '1', timestamp: NOW, message: HOSTILE, name: HOSTILE, email: HOSTILE }],
        attachments: [{ id: 1, filename: HOSTILE, contentType: HOSTILE, sizeBytes: 3 }],
        trace: {
          traceId: 'f'.repeat(32),
          spanCount: 1,
          errorCount: 0,
          isWhole: true,
          durationUs: 1,
          rows: [
            {
              kind: 'span',
              depth: 0,
              op: HOSTILE,
              name: HOSTILE,
              side: 'server',
              isFailed: false,
              startUs: 0,
              durationUs: 1,
              isHere: true,
            },
          ],
        },
      },
    )
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/(?:href|src)="(?![/#]|vscode:\/\/file\/home\/ada\/)/)
  })
})

describe('EventAside', () => {
  it('shows our digests in halves, and those of others as they are', () => {
    const event = anEvent({ digests: ['K7Q2MX-4T9ZPA', '329735291'] })
    const words = wordsOf(renderToStaticMarkup(<EventAside event={event} now={NOW} />))
    expect(words).toContain('K7Q2MX - 4T9ZPA')
    expect(words).toContain('329735291')
  })

  it('says when it was, in relative and exact words', () => {
    const html = renderToStaticMarkup(<EventAside event={anEvent()} now={NOW + 120_000} />)
    expect(html).toContain('dateTime="2026-03-04T14:36:09.000Z" title="4 Mar 2026, 14:36:09 UTC">2 min ago<')
  })
})
