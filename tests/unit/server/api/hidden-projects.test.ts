import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '#server/accounts/tokens.ts'
import { registerApi } from '#server/api/routes.ts'
import { COMMAND } from '#server/models/accounts/actor.ts'
import { WRITE_SCOPES } from '#server/models/accounts/scopes.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { BatchWriter } from '#server/writer/batch/batch.ts'
import {
  aCheckIn,
  aFeedback,
  aLogContainer,
  RECEIVED_AT,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

const EVENT_ID = '7'.repeat(32)
const DIGEST = 'K7Q2MX-4T9ZPA'
const desk = '/organizations/desk'

/** What names something of the project that is hidden, and what nothing is called that is there. */
const NAMES = [
  ['secret', 'nowhere'],
  [EVENT_ID, '8'.repeat(32)],
  [DIGEST, 'AAAAAA-AAAAAA'],
  [TRACE_ID, '1'.repeat(32)],
  ['nightly-report', 'no-monitor'],
  ['shop@1.4.0', 'shop@9.9.9'],
  ['SECRET-1', 'NOWHERE-1'],
] as const

/** An address of something hidden for each route that names a thing of a project; a body where one is sent. */
const HIDDEN: Record<string, [path: string, body?: object]> = {
  'GET /projects/:organization/:project/issues': ['/projects/desk/secret/issues'],
  'GET /projects/:organization/:project/events/:eventId': [`/projects/desk/secret/events/${EVENT_ID}`],
  'GET /projects/:organization/:project/events/:eventId/attachments': [
    `/projects/desk/secret/events/${EVENT_ID}/attachments`,
  ],
  'GET /projects/:organization/:project/events/:eventId/attachments/:attachmentId': [
    `/projects/desk/secret/events/${EVENT_ID}/attachments/1`,
  ],
  'GET /projects/:organization/:project/user-feedback': ['/projects/desk/secret/user-feedback'],
  'GET /projects/:organization/:project/monitors/:monitor/checkins': [
    '/projects/desk/secret/monitors/nightly-report/checkins',
  ],
  'DELETE /projects/:organization/:project/monitors/:monitor': [
    '/projects/desk/secret/monitors/nightly-report',
  ],
  'GET /digests/:digest': [`/digests/${DIGEST}`],
  'GET /organizations/:organization/trace/:traceId': [`${desk}/trace/${TRACE_ID}`],
  'GET /projects/:organization/:project/stats': ['/projects/desk/secret/stats'],
  'GET /projects/:organization/:project/people': ['/projects/desk/secret/people'],
  'GET /projects/:organization/:project/ownership': ['/projects/desk/secret/ownership'],
  'PUT /projects/:organization/:project/ownership': ['/projects/desk/secret/ownership', { raw: '' }],
  'GET /projects/:organization/:project/codeowners': ['/projects/desk/secret/codeowners'],
  'POST /projects/:organization/:project/codeowners': ['/projects/desk/secret/codeowners', { raw: '' }],
  'PUT /projects/:organization/:project/codeowners/:id': ['/projects/desk/secret/codeowners/1', { raw: '' }],
  'DELETE /projects/:organization/:project/codeowners/:id': ['/projects/desk/secret/codeowners/1'],
  'GET /organizations/:organization/releases/:version': [`${desk}/releases/shop@1.4.0`],
  'PUT /organizations/:organization/releases/:version': [`${desk}/releases/shop@1.4.0`, { ref: 'a1b2c3d' }],
  'PUT /projects/:organization/:project/releases/:version': [
    '/projects/desk/secret/releases/shop@1.4.0',
    { ref: 'a1b2c3d' },
  ],
  'POST /projects/:organization/:project/releases': ['/projects/desk/secret/releases', { version: 'a@1' }],
  'POST /organizations/:organization/releases': [
    `${desk}/releases`,
    { version: 'a@1', projects: ['secret'] },
  ],
  'GET /organizations/:organization/releases/:version/deploys': [`${desk}/releases/shop@1.4.0/deploys`],
  'POST /organizations/:organization/releases/:version/deploys': [
    `${desk}/releases/shop@1.4.0/deploys`,
    { environment: 'production' },
  ],
  'GET /organizations/:organization/shortids/:shortId': [`${desk}/shortids/SECRET-1`],
  'POST /organizations/:organization/artifactbundle/assemble': [
    `${desk}/artifactbundle/assemble`,
    { checksum: 'a'.repeat(40), chunks: ['a'.repeat(40)], projects: ['secret'] },
  ],
}

/** Routes of lists, which must not tell of it either. Those of `/issues/:issueId` are tried with the issue's id. */
const LISTS = [
  '/projects',
  ...[
    '/projects',
    '/issues',
    '/tags',
    '/tags/:key/values',
    '/usage',
    '/sessions',
    '/events',
    '/releases',
  ].map((path) => `/organizations/:organization${path}`),
]
const QUERIES: Record<string, string> = {
  [`${desk}/sessions`]: '?project=-1&field=sum(session)&statsPeriod=14d&interval=1d',
  [`${desk}/events`]: '?dataset=logs&project=-1&statsPeriod=14d',
}

/** Routes that are about no project: accounts, tokens, and how uploads are sent. */
const OF_NO_PROJECT = /^\/(?:api-tokens|$|organizations\/:organization\/(?:members|chunk-upload|projects$))/

const missing = (text: string) => NAMES.reduce((said, [name, other]) => said.replaceAll(name, other), text)

type Opened = Pick<PostgresEventStore, 'store' | 'fold' | 'close'> & {
  blobs: BlobReader
  writeBatch: BatchWriter | PostgresEventStore['writeBatch']
}

async function open(engine: Engine): Promise<Opened> {
  const clock = () => RECEIVED_AT
  if (engine === 'postgres') {
    const opened = await openPostgresEventStore({ clock })
    return { ...opened, blobs: createRowBlobs(opened.store.db) }
  }
  const opened = await openEventStore(clock)
  return { ...opened, blobs: createFolderBlobs(attachmentFolder(opened.file)), fold: async () => {} }
}

describe.each(ENGINES)('a token that does not see a project, on %s', (engine) => {
  let opened: Opened
  const app = Fastify()
  const routes = new Set<string>()
  const tokens = { whole: '', bound: '' }
  let issueId = 0

  beforeAll(async () => {
    opened = await open(engine)
    const { store, blobs, writeBatch } = opened
    const hidden = { slug: 'secret', name: 'Secret', publicKey: 'c'.repeat(32), now: 0 }
    const { id: projectId } = await store.write((trx) => insertProject(trx, hidden))
    const event = {
      ...{ event_id: EVENT_ID, release: 'shop@1.4.0', environment: 'production', user: { id: 'u1' } },
      exception: { values: [{ type: 'SecretError', value: 'hidden' }] },
      contexts: { trace: { trace_id: TRACE_ID, span_id: 'b'.repeat(16) }, error: { digest: DIGEST } },
    }
    const others = [[aTransaction([])], [aFeedback()], [aCheckIn(), aLogContainer(['secret'])]]
    const header = new TextEncoder().encode(JSON.stringify({ event_id: EVENT_ID }))
    for (const body of [
      anEnvelopeOf({ type: 'event', payload: event }),
      ...others.map((some) => anEnvelopeOf(...some)),
      withAttachment(header, new TextEncoder().encode('bytes')),
    ]) {
      const { results } = await writeBatch([{ projectId, keyId: 2, receivedAt: RECEIVED_AT, body }], [])
      expect(results).toMatchObject([{ status: 200 }])
    }
    await opened.fold()
    issueId = (await store.db.selectFrom('issue').select('id').executeTakeFirstOrThrow()).id
    for (const [name, projectIds] of [
      ['whole', null],
      ['bound', [1]],
    ] as const) {
      const given = { name, scopes: WRITE_SCOPES, now: 0, random: randomBytes, by: COMMAND, projectIds }
      tokens[name] = (await store.write((trx) => createToken(trx, given))).token
    }
    app.addHook('onRoute', ({ method, url }) => {
      const path = url.replace(/^\/api\/0/, '')
      if (method !== 'HEAD' && method !== 'OPTIONS' && !path.endsWith('/'))
        routes.add(`${String(method)} ${path}`)
    })
    const options = { publicUrl: 'https://desk.example', blobs }
    await app.register((scope) => registerApi(scope, { store, ...options, clock: () => RECEIVED_AT }))
  })

  afterAll(async () => {
    await app.close()
    await opened.close()
  })

  async function ask(who: keyof typeof tokens, method: string, path: string, body?: object) {
    const { statusCode, body: text } = await app.inject({
      method: method as 'GET', // one of those that the routes have
      url: `/api/0${path}`,
      headers: { authorization: `Bearer ${tokens[who]}` },
      ...(body && { payload: body }),
    })
    return { statusCode, text }
  }

  it('has a row here for each route of the API', () => {
    const known = (route: string) => {
      const path = route.split(' ')[1] ?? ''
      if (route in HIDDEN || LISTS.includes(path) || path.includes('/:issueId')) return true
      return path === '' || OF_NO_PROJECT.test(path)
    }
    expect(routes.size).toBeGreaterThan(40)
    expect([...routes].filter((route) => !known(route))).toEqual([])
  })

  it.each(Object.entries(HIDDEN))(
    'is answered by %s as if nothing were there',
    async (route, [path, body]) => {
      const [method = ''] = route.split(' ')
      const answer = await ask('bound', method, path, body)
      const other = await ask(
        'bound',
        method,
        missing(path),
        body && JSON.parse(missing(JSON.stringify(body))),
      )
      expect({ ...answer, text: missing(answer.text) }).toEqual(other)
      expect(answer.statusCode).toBeGreaterThanOrEqual(200)
      if (method === 'GET') expect((await ask('whole', method, path)).statusCode).toBe(200)
    },
  )

  it('is answered by all routes of an issue as if it were not there', async () => {
    const ofIssues = [...routes].filter((route) => route.includes('/:issueId'))
    expect(ofIssues.length).toBeGreaterThan(6)
    for (const route of ofIssues) {
      const [method = '', template = ''] = route.split(' ')
      const pathOf = (id: number | string) =>
        template.replace(':organization', 'desk').replace(':issueId', String(id)).replace(/:\w+$/, 'browser')
      const body = method === 'GET' || method === 'DELETE' ? undefined : { status: 'resolved', text: 'hello' }
      const answer = await ask('bound', method, pathOf(issueId), body)
      expect(answer, route).toEqual(await ask('bound', method, pathOf(987_654), body))
      expect(answer.statusCode, route).toBe(404)
      const { statusCode } = await ask('bound', method, pathOf('word'), body)
      expect([400, 404], `${route} of a word`).toContain(statusCode)
    }
  })

  it('changes nothing of it by a list of ids', async () => {
    const path = `${desk}/issues?id=${issueId}`
    const [hidden, none] = [
      await ask('bound', 'PUT', path, { status: 'resolved' }),
      await ask('bound', 'PUT', `${desk}/issues?id=987654`, { status: 'resolved' }),
    ]
    expect(hidden).toEqual(none)
    expect((await ask('bound', 'DELETE', path)).statusCode).toBe(
      (await ask('bound', 'DELETE', `${desk}/issues?id=987654`)).statusCode,
    )
    expect(await opened.store.db.selectFrom('issue').select(['status', 'deleted_at']).execute()).toEqual([
      { status: 'open', deleted_at: null },
    ])
  })

  it('finds nothing of it in lists, values and totals', async () => {
    for (const template of LISTS) {
      const path = template.replace(':organization', 'desk').replace(':key', 'environment')
      const { statusCode, text } = await ask('bound', 'GET', path + (QUERIES[path] ?? ''))
      expect(statusCode, path).toBe(200)
      expect(text, path).not.toMatch(/secret|shop@1\.4\.0|nightly|production/i)
      expect((await ask('whole', 'GET', path + (QUERIES[path] ?? ''))).text, path).toMatch(
        /secret|shop@1\.4\.0|production|"sum|[1-9]/i,
      )
    }
  })
})
