import { expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { searchFieldsOf } from '#server/processing/search-fields.ts'
import { countedOf } from '#server/processing/tags.ts'

const arrival = { eventId: 'a'.repeat(32), receivedAt: 1_790_000_000_000 }
const fieldsOf = (sent: Record<string, unknown>) => {
  const { ofUser, shared } = searchFieldsOf(normalize(sent, arrival))
  return [...ofUser, ...shared]
}
const valuesOf = (sent: Record<string, unknown>, key: string) =>
  fieldsOf(sent).flatMap(([name, value]) => (name === key ? [value] : []))

it('takes what searches ask for and tags do not have', () => {
  const fields = fieldsOf({
    platform: 'python',
    logger: 'shop.orders',
    sdk: { name: 'sentry.python', version: '2.1.0' },
    user: {
      id: 7,
      email: 'ada@example.com',
      username: 'ada',
      ip_address: '203.0.113.7',
      geo: { city: 'Graz' },
    },
    request: { method: 'POST', url: 'https://shop.example/cart' },
    contexts: { response: { status_code: 503 } },
    exception: { values: [{ type: 'Cause' }, { type: 'Error' }] },
  })
  expect(fields).toEqual([
    ['field:user.email', 'ada@example.com'],
    ['field:user.username', 'ada'],
    ['field:user.ip', '203.0.113.7'],
    ['field:geo.city', 'Graz'],
    ['field:platform', 'python'],
    ['field:logger', 'shop.orders'],
    ['field:sdk.name', 'sentry.python'],
    ['field:sdk.version', '2.1.0'],
    ['field:http.method', 'POST'],
    ['field:http.status_code', '503'],
    ['field:error.type', 'Error'],
    ['field:error.type', 'Cause'],
  ])
})

it('takes ten places of a stack, each once: in-app frames first, the innermost first', () => {
  const frame = (name: string, in_app = true) => ({ function: name, filename: `${name}.ts`, in_app })
  const inner = Array.from({ length: 9 }, (_, index) => frame(`call${index}`))
  const frames = [frame('outermost'), frame('outermost'), ...inner, frame('library', false)]
  const sent = { exception: { values: [{ type: 'Error', stacktrace: { frames } }] } }
  expect(valuesOf(sent, 'field:stack.function')).toEqual([
    ...inner.map((call) => call.function).toReversed(),
    'outermost',
  ])
  const few = { exception: { values: [{ type: 'Error', stacktrace: { frames: frames.slice(-2) } }] } }
  expect(valuesOf(few, 'field:stack.filename')).toEqual(['call8.ts', 'library.ts'])
})

it('takes the stack of the failed thread where no exception has one', () => {
  const frames = [{ function: 'main', filename: 'main.go' }]
  const sent = { threads: { values: [{ id: 1, crashed: true, stacktrace: { frames } }] } }
  expect(valuesOf(sent, 'field:stack.function')).toEqual(['main'])
})

it('bounds values like those of tags', () => {
  const sent = { logger: 'x'.repeat(300), exception: { values: [{ type: 'E' }] } }
  expect(valuesOf(sent, 'field:logger').map(({ length }) => length)).toEqual([200])
})

it('lets no tag pass for a field', () => {
  const sent = { tags: { 'field:platform': 'mine', shelf: 'A3' }, platform: 'node' }
  const { tags, shared } = countedOf(normalize(sent, arrival))
  expect(tags).toContainEqual(['shelf', 'A3'])
  expect(tags.map(([key]) => key)).not.toContain('field:platform')
  expect(shared).toContainEqual(['field:platform', 'node'])
})

it('gives events with the same stack one name, and others another', () => {
  const ofRelease = (release: string, method: string) =>
    searchFieldsOf(normalize({ release, request: { method }, user: { email: release } }, arrival)).sharedBy
  expect(ofRelease('1', 'GET')).toEqual(ofRelease('2', 'GET'))
  expect(ofRelease('1', 'GET')).not.toEqual(ofRelease('1', 'POST'))
})
