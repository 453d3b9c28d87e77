import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIgnored, isRedirect } from '#telemetry/errors/filters.ts'
import { eventFromThrown } from '#tests/support/builders/telemetry-items.ts'
import { runs } from '#tests/support/run/doses.ts'

const basis = {
  eventId: 'e'.repeat(32),
  timestampMs: 0,
  platform: 'javascript',
  mechanism: { type: 'x', handled: true },
}
const eventOf = (thrown: unknown) => eventFromThrown(thrown, basis)

describe('isIgnored()', () => {
  it.each([
    'Script error.',
    'Script error',
    'Javascript error: Script error. on line 0',
    'Javascript error: Script error on line 0',
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
  ])('leaves out the notice %j, thrown or as a message', (text) => {
    expect(isIgnored(eventOf(new Error(text)), {})).toBe(true)
    expect(isIgnored(eventOf(text), {})).toBe(true)
    expect(isIgnored({ ...basisEvent, message: text }, {})).toBe(true)
  })

  it.each(['Script error in checkout', 'My Script error.', 'ResizeObserver is not defined', ''])(
    'keeps %j',
    (text) => {
      expect(isIgnored(eventOf(new Error(text)), {})).toBe(false)
    },
  )

  it('leaves out what it was told to, by text or pattern, with or without the type', () => {
    const event = eventOf(new TypeError('Load failed'))
    expect(isIgnored(event, { ignoreErrors: ['Load'] })).toBe(true)
    expect(isIgnored(event, { ignoreErrors: [/^TypeError: Load failed$/] })).toBe(true)
    expect(isIgnored(event, { ignoreErrors: ['RangeError', /^Load$/, ''] })).toBe(false)
  })

  it('tries a global pattern from the start every time', () => {
    const ignoreErrors = [/Load/g]
    const event = eventOf(new Error('Load failed'))
    expect([isIgnored(event, { ignoreErrors }), isIgnored(event, { ignoreErrors })]).toEqual([true, true])
  })

  it('leaves out what failed in a denied script, whoever called it', () => {
    const error = new Error('x')
    error.stack = 'f@https://ads.example/a.js:1:1\ng@https://shop.example/b.js:1:1'
    expect(isIgnored(eventOf(error), { denyUrls: ['https://ads.example'] })).toBe(true)
    expect(isIgnored(eventOf(error), { denyUrls: [/shop\.example/] })).toBe(false)
  })
})

describe('isRedirect()', () => {
  class Redirect extends Error {}
  const options = { isRedirect: (thrown: unknown) => thrown instanceof Redirect }

  it("knows the host's own by the predicate, causes and members included", () => {
    expect(isRedirect(new Redirect(), options)).toBe(true)
    expect(isRedirect(new Error('render', { cause: new Redirect() }), options)).toBe(true)
    expect(isRedirect(new AggregateError([new Redirect()]), options)).toBe(true)
    expect(isRedirect(new Error('real'), options)).toBe(false)
    expect(isRedirect(new Redirect(), {})).toBe(false)
  })

  it("knows Next's by their digest", () => {
    const redirect = Object.assign(new Error('NEXT_REDIRECT'), {
      digest: 'NEXT_REDIRECT;replace;/sign-in;307;',
    })
    expect(isRedirect(redirect, {})).toBe(true)
    expect(isRedirect(new Error('render', { cause: redirect }), {})).toBe(true)
    expect(isRedirect(Object.assign(new Error('x'), { digest: '329735291' }), {})).toBe(false)
  })

  it('takes a predicate that throws for a no', () => {
    const throws = () => {
      throw new Error('predicate')
    }
    expect(isRedirect(null, { isRedirect: throws })).toBe(false)
  })
})

const basisEvent = { event_id: 'e'.repeat(32), timestamp: 0, platform: 'javascript', level: 'error' } as const

describe('of the texts that Sentry leaves out by default', () => {
  // `DEFAULT_IGNORE_ERRORS` of @sentry/core 11, those that are notices of browsers.
  const notices = [
    /^Script error\.?$/,
    /^Javascript error: Script error\.? on line 0$/,
    /^ResizeObserver loop (completed with undelivered notifications|limit exceeded)\.?$/,
  ]

  it('no other text is taken for a notice', () => {
    const parts = [
      'Script error',
      '.',
      'Javascript error: ',
      ' on line 0',
      'ResizeObserver loop ',
      ' limit exceeded',
    ]
    const text = fc
      .array(fc.constantFrom(...parts, 'limit exceeded', 'x', ' '))
      .map((words) => words.join(''))
    fc.assert(
      fc.property(text, (message) => {
        expect(isIgnored({ ...basisEvent, message }, {})).toBe(notices.some((notice) => notice.test(message)))
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('takes no message for one that has no exception to be ignored by', () => {
    expect(isIgnored({ ...basisEvent, message: 'sound' }, { ignoreErrors: ['undefined'] })).toBe(false)
  })
})
