import { expect, it, onTestFinished } from 'vitest'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { anEventId, PROJECT_KEY } from '#tests/support/store/event-store.ts'

const DSN = `https://${PROJECT_KEY}@desk.example/1`
const addressOf = (query: Record<string, string>) => `/api/embed/error-page/?${new URLSearchParams(query)}`
const ADDRESS = addressOf({ dsn: DSN, eventId: anEventId(1) })

async function open() {
  const { app, store, close } = await openIngestApp()
  onTestFinished(close)
  return {
    app,
    store,
    post: (form: Record<string, string>, headers: Record<string, string> = {}, url = ADDRESS) =>
      app.inject({ method: 'POST', url, payload: new URLSearchParams(form).toString(), headers }),
    listFeedback: () =>
      store.db.selectFrom('feedback').select(['event_id', 'name', 'email', 'message']).execute(),
    async allowOnly(origin: string) {
      await store.write((trx) =>
        trx
          .updateTable('project_key')
          .set({ allowed_origins: JSON.stringify([origin]) })
          .execute(),
      )
    },
  }
}

it('gives pages of other sites a script whose words are those that they ask for, and never code', async () => {
  const { app } = await open()
  const title = '</script><img src=x onerror=alert(1)>\u2028'
  const url = addressOf({ dsn: DSN, eventId: anEventId(1), title, name: 'Ada', __proto__: 'x', other: 'y' })
  const answer = await app.inject({ url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body).not.toContain('<')
  expect(answer.body).not.toContain('\u2028')
  expect(answer.body).not.toContain('other')
  expect(answer.body).toContain('"name":"Ada"')
  expect(answer.body).toContain(`https://desk.example/api/embed/error-page/?dsn=${encodeURIComponent(DSN)}`)
})

it('stores what is sent as feedback of the event, for any page that may send with the key', async () => {
  const { post, listFeedback } = await open()
  const form = { name: 'Ada', email: 'ada@example.com', comments: 'The cart was empty' }
  const answer = await post(form, { origin: 'https://shop.example' })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
  const { comments: message, ...who } = form
  expect(await listFeedback()).toEqual([{ event_id: anEventId(1), ...who, message }])
})

it.each([
  ['no comments', { comments: ' ' }, ADDRESS, 400],
  ['no dsn', { comments: 'a' }, addressOf({ eventId: anEventId(1) }), 400],
  ['no event', { comments: 'a' }, addressOf({ dsn: DSN, eventId: 'x' }), 400],
  ['an unknown key', { comments: 'a' }, ADDRESS.replace(PROJECT_KEY, 'b'.repeat(32)), 403],
  ['a key of another project', { comments: 'a' }, ADDRESS.replace('%2F1&', '%2F2&'), 403],
  ['too much', { comments: 'a'.repeat(70_000) }, ADDRESS, 413],
] as const)('refuses a report with %s', async (_name, form, url, status) => {
  const { post, listFeedback } = await open()
  expect((await post(form, {}, url)).statusCode).toBe(status)
  expect(await listFeedback()).toEqual([])
})

it('refuses script and report to pages of origins that the key does not allow', async () => {
  const { app, post, allowOnly, listFeedback } = await open()
  await allowOnly('https://shop.example')
  const headers = { referer: 'https://evil.example/' }
  expect((await app.inject({ url: ADDRESS, headers })).statusCode).toBe(403)
  expect((await post({ comments: 'a' }, { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await post({ comments: 'a' }, { origin: 'https://shop.example' })).statusCode).toBe(200)
  expect(await listFeedback()).toHaveLength(1)
})
