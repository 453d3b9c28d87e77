import { expect, it } from 'vitest'
import { mailHtml } from '#server/alerts/channels/mail/mail-html.ts'
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

it('says the facts of several subjects in a mail in one line each, and those of a single one in a table', () => {
  const one = mailHtml(anAlert(), undefined)
  const several = mailHtml(anAlert({ subjects: [aSubject(), aSubject({ events: 1 })] }), undefined)
  expect(one.match(/<tr><th/g)).toHaveLength(6)
  expect(several).not.toContain('<tr><th')
  for (const events of [3, 1])
    expect(several).toContain(
      `Level: error · Environment: production · Release: shop@1.2.0 · Events: ${events} · Users: 2 · First seen: 2026-11-25 16:20 UTC</p>`,
    )
})
