import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { READ_SCOPES, WRITE_SCOPES } from '#server/models/accounts/scopes.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { checkAnswers } from '#tests/support/accounts/check-answers.ts'
import {
  aCheckIn,
  aFeedback,
  aUserReport,
  RECEIVED_AT,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const EVENT_ID = '7'.repeat(32)
const EVENTS = `/projects/desk/crumbtrail/events/${EVENT_ID}`

async function open(scopes = READ_SCOPES) {
  const { store, file, writeBatch, close } = await openEventStore(() => RECEIVED_AT)
  const attachments = attachmentFolder(file)
  const app = Fastify()
  checkAnswers(app)
  const publicUrl = 'https://desk.example'
  await app.register((scope) =>
    registerApi(scope, { store, publicUrl, blobs: createFolderBlobs(attachments), clock: () => RECEIVED_AT }),
  )
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const { token } = await store.write((trx) =>
    createToken(trx, { name: 'tests', scopes, now: 0, random: randomBytes, by: COMMAND }),
  )
  return {
    attachments,
    get: (path: string) =>
      app.inject({ url: `/api/0${path}`, headers: { authorization: `Bearer ${token}` } }),
    remove: (path: string) =>
      app.inject({
        method: 'DELETE',
        url: `/api/0${path}`,
        headers: { authorization: `Bearer ${token}` },
      }),
    send: (body: Uint8Array, later = 0) =>
      writeBatch([{ projectId: 1, keyId: 1, receivedAt: RECEIVED_AT + later, body }], []),
  }
}

describe('attachments', () => {
  const bytes = new TextEncoder().encode('<script>alert(1)</script>')
  const anAttachment = (headers: Record<string, unknown> = {}) =>
    withAttachment(new TextEncoder().encode(JSON.stringify({ event_id: EVENT_ID })), bytes, {
      filename: 'pagé\'s "x".html',
      content_type: 'text/html',
      ...headers,
    })

  it('are listed and read, as what no browser runs', async () => {
    const { send, get } = await open()
    send(anAttachment())
    const list = await get(`${EVENTS}/attachments/`)
    expect(list.json()).toMatchObject([
      {
        ...{ id: '1', event_id: EVENT_ID, name: 'pagé\'s "x".html', mimetype: 'text/html' },
        ...{ size: bytes.length, sha1: createHash('sha1').update(bytes).digest('hex') },
      },
    ])
    expect((await get(`${EVENTS}/attachments/1/`)).json()).toMatchObject({ id: '1' })
    const file = await get(`${EVENTS}/attachments/1/?download=1`)
    expect(file.rawPayload).toEqual(Buffer.from(bytes))
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''pag%C3%A9%27s%20%22x%22.html",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it.each([
    ['/projects/desk/crumbtrail/events/nothing/attachments/', 400],
    ['/projects/desk/other/events/77777777777777777777777777777777/attachments/', 404],
    [`${EVENTS}/attachments/2/?download=1`, 404],
    [`${EVENTS}/attachments/..%2f1/`, 404],
    [`/projects/desk/crumbtrail/events/${'8'.repeat(32)}/attachments/1/?download=1`, 404],
  ])('%s: %i', async (path, status) => {
    const { send, get } = await open()
    send(anAttachment())
    const response = await get(path)
    expect(response.statusCode).toBe(status)
    expect(response.json().detail).toMatch(/^Cannot show/)
  })

  it('say so when their file is gone', async () => {
    const { send, get, attachments } = await open()
    send(anAttachment())
    rmSync(attachments, { recursive: true })
    expect((await get(`${EVENTS}/attachments/1/?download=1`)).statusCode).toBe(404)
  })
})

describe('feedback', () => {
  it('is listed with the issue of its event, page by page', async () => {
    const { send, get } = await open()
    send(anEnvelopeOf(aUserReport()))
    send(anEnvelopeOf(aFeedback()), 1000)
    send(anEnvelopeOf({ type: 'event', payload: { event_id: EVENT_ID, message: 'late' } }), 2000)
    const first = await get('/projects/desk/crumbtrail/user-feedback/?limit=1')
    expect(first.json()).toMatchObject([
      { id: 'f'.repeat(32), eventID: EVENT_ID, comments: 'The cart is empty', issue: { id: '1' } },
    ])
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(String(first.headers.link))?.[1]
    const second = await get(`/projects/desk/crumbtrail/user-feedback/?cursor=${cursor}`)
    expect(second.json()).toMatchObject([{ comments: 'It broke', name: 'Ada', source: 'user_report' }])
  })

  it.each([
    ['/projects/desk/other/user-feedback/', 404],
    ['/projects/desk/crumbtrail/user-feedback/?limit=0', 400],
  ])('%s: %i', async (path, status) => {
    const { get } = await open()
    expect((await get(path)).statusCode).toBe(status)
  })
})

describe('check-ins', () => {
  it('are listed by their monitor', async () => {
    const { send, get } = await open()
    send(anEnvelopeOf(aCheckIn({ status: 'ok', duration: 3 })))
    send(anEnvelopeOf(aCheckIn({ check_in_id: 'e'.repeat(32) })), 1000)
    const response = await get('/projects/desk/crumbtrail/monitors/nightly-report/checkins/')
    expect(response.json()).toMatchObject([
      { id: 'e'.repeat(32), status: 'in_progress', duration: null },
      { id: 'c'.repeat(32), status: 'ok', duration: 3000, environment: 'production' },
    ])
  })

  it.each([
    ['/projects/desk/crumbtrail/monitors/none/checkins/', 404],
    ['/projects/desk/other/monitors/nightly-report/checkins/', 404],
    ['/projects/desk/crumbtrail/monitors/nightly-report/checkins/?cursor=x', 400],
  ])('%s: %i', async (path, status) => {
    const { get, send } = await open()
    send(anEnvelopeOf(aCheckIn()))
    expect((await get(path)).statusCode).toBe(status)
  })

  it('go with their monitor, when a token that may write deletes it', async () => {
    const path = '/projects/desk/crumbtrail/monitors/nightly-report/'
    const { get, send, remove } = await open(WRITE_SCOPES)
    send(anEnvelopeOf(aCheckIn()))
    const deleted = await remove(path)
    expect([deleted.statusCode, deleted.body]).toEqual([204, ''])
    expect((await get(`${path}checkins/`)).statusCode).toBe(404)
    expect((await remove(path)).json()).toEqual({
      detail: 'Cannot delete the monitor: the project has no such monitor',
    })
    expect((await remove('/projects/desk/other/monitors/nightly-report/')).statusCode).toBe(404)
    expect((await (await open()).remove(path)).statusCode).toBe(403)
  })
})
