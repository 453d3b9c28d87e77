import { expect, it, onTestFinished } from 'vitest'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { PROJECT_KEY } from '#tests/support/store/event-store.ts'

it('says in the console of a page how to get an SDK, and lets the page go on', async () => {
  const { app, close } = await openIngestApp()
  onTestFinished(close)
  const { statusCode, headers, body } = await app.inject({ url: `/js-sdk-loader/${PROJECT_KEY}.min.js` })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  const told: string[] = []
  const page: { Sentry?: { onLoad(done: () => void): void } } = {}
  new Function('window', 'console', body)(page, { warn: (text: string) => told.push(text) })
  expect(told).toEqual([
    `Crumbtrail loads no SDK, so this page reports nothing. Install @sentry/browser, and call Sentry.init({ dsn: "https://${PROJECT_KEY}@desk.example/1" }).`,
  ])
  expect(() => page.Sentry?.onLoad(() => {})).not.toThrow()
  const own = { captureException() {} }
  new Function('window', body)({ Sentry: own })
  expect(Object.keys(own)).toEqual(['captureException'])
})

it.each([`${'b'.repeat(32)}.min.js`, PROJECT_KEY, 'x.js'])('has nothing at %s', async (file) => {
  const { app, close } = await openIngestApp()
  onTestFinished(close)
  expect((await app.inject({ url: `/js-sdk-loader/${file}` })).statusCode).toBe(404)
})
