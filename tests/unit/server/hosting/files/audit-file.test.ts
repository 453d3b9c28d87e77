import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#server/accounts/sessions.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { serveAuditFile } from '#server/hosting/files/audit-file.ts'
import type { RequestAdmission } from '#server/hosting/visit.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import type { Store } from '#server/store/engine/store.ts'
import { ENGINES, openTestStore } from '#tests/support/postgres/each-engine.ts'

const NOW = Date.UTC(2026, 10, 25)
/** More than are read at once. */
const MANY = 1_234

describe.each(ENGINES)('the audit log as a file, on %s', (engine) => {
  let store: Store
  const app = Fastify()

  beforeAll(async () => {
    store = await openTestStore(engine)
    await store.write(async (trx) => {
      for (let place = 0; place < MANY; place++) {
        const entry = { ...COMMAND, at: NOW + place, action: 'token.add', target: `CI ${place}` } as const
        await recordAudit(trx, place === 7 ? { ...entry, details: { name: 'line\nbreak ☃' } } : entry)
      }
    })
    await app.register(fastifyCookie)
    const admit = ({ cookies: { role } }: { cookies: { role?: string } }) => ({
      findViewer: async () => role && { id: 1, email: 'ada@example.com', role, sees: 'all' },
      openDesk: (viewer: Viewer) =>
        createDesk({ store, viewer, sees: 'all', publicUrl: 'http://desk.test', clock: () => NOW }),
    })
    serveAuditFile(app, {
      admit: admit as unknown as () => RequestAdmission, // what the file asks for of it
      cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: false },
    })
  })

  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const read = (query = '', role = 'admin') =>
    app.inject({ url: `/settings/audit/audit-log.jsonl${query}`, headers: { cookie: `role=${role}` } })

  it('has each entry as a line of JSON, newest first, however many there are', async () => {
    const { statusCode, headers, body } = await read()
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.jsonl"',
      'cache-control': 'no-store',
    })
    expect(body.endsWith('\n')).toBe(true)
    const entries = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map(({ target }) => target)).toEqual(
      Array.from({ length: MANY }, (_, place) => `CI ${MANY - 1 - place}`),
    )
    expect(entries.at(-8)).toEqual({
      at: '2026-11-25T00:00:00.007Z',
      id: expect.any(Number),
      accountId: null,
      actor: 'command',
      ip: null,
      action: 'token.add',
      target: 'CI 7',
      details: { name: 'line\nbreak ☃' },
    })
  })

  it.each([
    ['?query=CI+12', 45],
    [`?from=${NOW + 10}&before=${NOW + 20}`, 10],
    ['?action=token.revoke', 0],
    ['?from=word&before=', MANY],
  ])('has what %s chooses', async (query, count) => {
    const { body } = await read(query)
    expect(body.match(/\n/g)?.length ?? 0).toBe(count)
  })

  it('is for admins', async () => {
    const member = await read('', 'member')
    expect([member.statusCode, member.body]).toEqual([404, 'Cannot show the file: only admins may read it\n'])
    const stranger = await app.inject('/settings/audit/audit-log.jsonl')
    expect([stranger.statusCode, stranger.headers.location]).toEqual([
      302,
      '/sign-in?next=%2Fsettings%2Faudit%2Faudit-log.jsonl',
    ])
  })
})
