import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveEventFiles } from '#server/hosting/files/event-files.ts'
import { type IssueDesk, OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

const HOSTILE = '</script><script>alert(1)</script>\u202e\u001b[31m'

async function openFiles({ isSignedIn = true } = {}) {
  const opened = await openIssueDesk()
  const app = Fastify()
  await app.register(fastifyCookie)
  serveEventFiles(app, {
    publicUrl: 'https://desk.example/errors',
    cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', secure: false },
    admit: () => ({
      session: undefined,
      mayRepeat: async () => true,
      browserTelemetry: undefined,
      findViewer: async () => (isSignedIn ? { ...OWNER, role: 'owner', sees: 'all' } : undefined),
      openDesk: () => opened.desk,
      openAccounts: () => {
        throw new Error('Cannot sign in: a file asks for no account')
      },
    }),
  })
  onTestFinished(async () => {
    await app.close()
    await opened.close()
  })
  return { app, ...opened }
}

async function eventOf({ desk }: IssueDesk, issueId: number): Promise<string> {
  return `/issues/${issueId}/events/${(await desk.events.find(issueId, 'latest'))?.eventId}`
}

const get = (app: FastifyInstance, url: string) => app.inject({ method: 'GET', url })

describe('an event’s files', () => {
  it.each([
    ['event.json', 'application/json; charset=utf-8'],
    ['event.md', 'text/markdown; charset=utf-8'],
    ['assistant.md', 'text/markdown; charset=utf-8'],
    ['stack.txt', 'text/plain; charset=utf-8'],
    ['curl.txt', 'text/plain; charset=utf-8'],
  ])('%s is %s, and may do nothing where it is shown', async (file, type) => {
    const opened = await openFiles()
    const request = { url: 'https://shop.example/', headers: { 'X-Note': HOSTILE } }
    const issueId = await opened.happen('TypeError', { request, extra: { note: HOSTILE } })
    const answer = await get(opened.app, `${await eventOf(opened, issueId)}/${file}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      vary: 'cookie',
    })
    expect(answer.body).not.toContain('\u001b')
    if (file !== 'event.json') expect(answer.body).not.toContain('\u202e')
  })

  it('leaves all else to the pages, the payload of the event’s own above all', async () => {
    const opened = await openFiles()
    opened.app.get('/*', () => 'a page')
    const path = await eventOf(opened, await opened.happen('TypeError'))
    for (const file of ['index.pageContext.json', 'nothing.txt', 'constructor', '']) {
      expect((await get(opened.app, `${path}/${file}`)).body).toBe('a page')
    }
  })

  it('is the newest event’s by the name of latest', async () => {
    const opened = await openFiles()
    const issueId = await opened.happen('TypeError')
    const answer = await get(opened.app, `/issues/${issueId}/events/latest/event.json`)
    expect(answer.json()).toMatchObject({ exception: { values: [{ type: 'TypeError' }] } })
  })

  it.each(['curl.txt', 'attachments/1', 'attachments/x'])('has no %s where there is none', async (file) => {
    const opened = await openFiles()
    const issueId = await opened.happen('TypeError', { request: { url: 'javascript:alert(1)' } })
    const answer = await get(opened.app, `${await eventOf(opened, issueId)}/${file}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toMatch(/^Cannot show the file: (the event has no data|there is no such attachment)/)
  })

  it.each([
    '/issues/x/events/y/event.json',
    `/issues/1/events/${'0'.repeat(32)}/event.json`,
    '/issues/99/events/latest/event.md',
  ])('is not found at %s', async (url) => {
    const opened = await openFiles()
    await opened.happen('TypeError')
    expect((await get(opened.app, url)).statusCode).toBe(404)
  })

  it('is for the signed-in', async () => {
    const opened = await openFiles({ isSignedIn: false })
    const issueId = await opened.happen('TypeError')
    const path = `${await eventOf(opened, issueId)}/event.json`
    const answer = await get(opened.app, path)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
  })

  it.each(['shop-web', 'nowhere'])(
    'has no attachment of feedback to %s where there is none',
    async (slug) => {
      const { app } = await openFiles()
      const answer = await get(app, `/feedback/${slug}/${'0'.repeat(32)}/attachments/1`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toMatch(/^Cannot show the file: there is no such attachment/)
    },
  )

  it('asks who wants an attachment of feedback', async () => {
    const { app } = await openFiles({ isSignedIn: false })
    const answer = await get(app, `/feedback/shop-web/${'0'.repeat(32)}/attachments/1`)
    expect(answer.statusCode).toBe(302)
  })
})
