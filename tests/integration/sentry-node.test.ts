import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { breadcrumbsOf, type EventAnswer, exceptionsOf } from '#tests/support/desk/api-answers.ts'
import { type ApiClient, createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { compileCache, type DeskProcess, repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'

describe('the unmodified @sentry/node', () => {
  let desk: DeskProcess
  let api: ApiClient
  let eventIds: string[]

  beforeAll(async () => {
    desk = await sharedDesk()
    api = await createApiClient(desk)
    const project = await addProject(desk, 'Errors of Node')
    eventIds = await runApp(project.dsn)
  })

  const findEvent = (eventId: string | undefined) =>
    eventually(`event ${eventId}`, async () => {
      const { status, body } = await api.get<EventAnswer>(
        `/api/0/projects/desk/errors-of-node/events/${eventId}/`,
      )
      return status === 200 ? body : undefined
    })

  it('sends two events', () => {
    expect(eventIds).toHaveLength(2)
  })

  it('brings a handled error back with its cause, stack, breadcrumbs, user, tags and release', async () => {
    const event = await findEvent(eventIds[0])
    expect(exceptionsOf(event)).toMatchObject([
      { type: 'TypeError', value: "Cannot read properties of undefined (reading 'reduce')" },
      { type: 'Error', value: 'Cannot check out: the cart has no total', mechanism: { handled: true } },
    ])
    const frames = exceptionsOf(event)[0]?.stacktrace?.frames ?? []
    expect(frames.at(-1)).toMatchObject({ function: 'totalOf', inApp: true })
    expect(frames.at(-1)?.filename).toMatch(/app\.mjs$/)
    expect(breadcrumbsOf(event)).toEqual(
      expect.arrayContaining([expect.objectContaining({ category: 'cart', message: 'added TR-42-BLK' })]),
    )
    expect(event.user).toMatchObject({ id: '8812', email: 'visitor@example.test' })
    expect(event.tags).toContainEqual({ key: 'checkout', value: 'express' })
    expect(JSON.stringify(event.release)).toContain('shop@1.4.2')
    expect(event.platform).toBe('node')
  })

  it('brings the error that ended the process back, unhandled', async () => {
    const event = await findEvent(eventIds[1])
    expect(exceptionsOf(event).map(({ type }) => type)).toEqual(['TypeError', 'Error'])
    expect(exceptionsOf(event).some(({ mechanism }) => mechanism?.handled === false)).toBe(true)
    expect(breadcrumbsOf(event).map(({ message }) => message)).toContain('checked out without a net')
  })

  it('finds both in one issue, seen twice', async () => {
    const { body } = await api.get<{ count: string; culprit: string }[]>(
      '/api/0/projects/desk/errors-of-node/issues/',
    )
    expect(body).toMatchObject([{ count: '2' }])
  })
})

/** Ends with the unhandled error, so with a failure; what it sent stands in its output. */
function runApp(dsn: string): Promise<string[]> {
  const app = join(repositoryRoot, 'tests', 'fixtures', 'sentry-node', 'app.mjs')
  const env = { PATH: process.env.PATH, ...compileCache, SENTRY_DSN: dsn }
  return new Promise((resolve) => {
    execFile(process.execPath, [app], { env }, (_error, stdout) => {
      resolve([...stdout.matchAll(/^sent (\w+)$/gm)].map(([, eventId]) => eventId ?? ''))
    })
  })
}
