import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'

interface Frame {
  function: string
  filename: string
  in_app: boolean
  context_line?: string
}

const keyOf = (event: Record<string, unknown>) =>
  groupingOf(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 })).key

const name = fc.stringMatching(/^[a-z]{3,12}[A-Z][a-z]{2,8}$/)
const directory = fc.stringMatching(/^[a-z]{2,8}(\/[a-z]{2,8}){0,3}$/)
const root = fc.oneof(
  directory.map((path) => `/srv/${path}/`),
  directory.map((path) => `https://${path.replaceAll('/', '.')}.example/`),
  directory.map((path) => `C:\\${path.replaceAll('/', '\\')}\\`),
)
const base = fc.constantFrom('cart', 'checkout', 'price-list', 'userMenu')
const frame: fc.Arbitrary<Frame> = fc.record(
  {
    function: name,
    filename: base.map((file) => `${file}.js`),
    in_app: fc.boolean(),
    context_line: fc.constantFrom('return total(price)', 'throw new Error(text)'),
  },
  { requiredKeys: ['function', 'filename', 'in_app'] },
)
const frames = fc.array(frame, { minLength: 1, maxLength: 12 })

const errorOf = (inner: unknown[], more: Record<string, unknown> = {}) => ({
  platform: 'javascript',
  exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: inner } }] },
  ...more,
})

const position = fc.record({ lineno: fc.nat(100_000), colno: fc.nat(100_000) })

it('does not depend on lines and columns', () => {
  fc.assert(
    fc.property(frames, fc.infiniteStream(position), (inner, positions) => {
      const moved = inner.map((each) => ({ ...each, ...positions.next().value }))
      expect(keyOf(errorOf(moved))).toBe(keyOf(errorOf(inner)))
    }),
  )
})

it('does not depend on where the application lies', () => {
  fc.assert(
    fc.property(frames, root, root, (inner, one, other) => {
      const at = (place: string) =>
        inner.map((each) => ({ ...each, filename: place + each.filename, abs_path: place + each.filename }))
      expect(keyOf(errorOf(at(one)))).toBe(keyOf(errorOf(at(other))))
    }),
  )
})

it('does not depend on the hashes that a deploy puts into the names of files', () => {
  const hash = fc.stringMatching(/^[0-9a-f]{8}$/).filter((text) => /\d/.test(text) && /[a-f]/.test(text))
  fc.assert(
    fc.property(frames, hash, hash, (inner, one, other) => {
      const built = (text: string) =>
        inner.map((each) => ({ ...each, filename: each.filename.replace('.js', `-${text}.js`) }))
      expect(keyOf(errorOf(built(one)))).toBe(keyOf(errorOf(built(other))))
    }),
  )
})

const ids = {
  uuid: fc.uuid(),
  number: fc.nat().map(String),
  address: fc.ipV4(),
  date: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString()),
  pointer: fc.stringMatching(/^0x[0-9a-f]{6,12}$/),
  quoted: fc.stringMatching(/^"[a-z ]{1,30}"$/),
}

it.each(Object.entries(ids))('does not depend on an id in the message: %s', (_kind, id) => {
  const sentence = fc.constantFrom('order # is late', 'no such user: #', 'cannot reach # in time', 'gone: #')
  fc.assert(
    fc.property(sentence, id, id, (text, one, other) => {
      const message = (value: string) => ({ message: text.replace('#', value) })
      const failure = (value: string) => ({
        exception: { values: [{ type: 'Error', value: text.replace('#', value) }] },
      })
      expect(keyOf(message(one))).toBe(keyOf(message(other)))
      expect(keyOf(failure(one))).toBe(keyOf(failure(other)))
    }),
  )
})

it('does not depend on breadcrumbs, people, tags and other surroundings', () => {
  const surroundings = fc.record(
    {
      breadcrumbs: fc.array(fc.record({ message: fc.string(), category: fc.string() }), { maxLength: 5 }),
      user: fc.record({ id: fc.string(), email: fc.string() }),
      tags: fc.dictionary(fc.string(), fc.string(), { maxKeys: 5 }),
      extra: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
      release: fc.string(),
      environment: fc.string(),
      server_name: fc.string(),
      timestamp: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(frames, surroundings, (inner, more) => {
      expect(keyOf(errorOf(inner, more))).toBe(keyOf(errorOf(inner)))
    }),
  )
})
