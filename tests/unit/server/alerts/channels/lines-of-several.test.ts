import { expect, it } from 'vitest'
import { SLACK } from '#server/alerts/channels/text/formats.ts'
import { writeLines } from '#server/alerts/channels/text/message-lines.ts'
import { anAlert, aSubject } from '#tests/support/alerts/an-alert.ts'

const LINKED = { url: 'https://desk.example/x', shortId: undefined, events: undefined }

it('lists several subjects that are no issues by kind and name, with what is wrong, and says once how many more there are', () => {
  const check = aSubject({ ...LINKED, kind: 'check', title: 'Front', detail: 'It answered 503' })
  const route = aSubject({
    ...{ ...LINKED, kind: 'release', title: 'GET /cart', release: 'shop@2', detail: 'p95 is 900 ms' },
  })
  const { lines } = writeLines(anAlert({ subjects: [check, route], more: 7, note: undefined }), SLACK)
  expect(lines).toEqual([
    '<https://desk.example/x|Check> Front: It answered 503',
    '<https://desk.example/x|Route> GET /cart: p95 is 900 ms',
    'and 7 more',
  ])
})
