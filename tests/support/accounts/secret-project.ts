import { createDesk } from '#server/desk/create-desk.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertCollecting } from '#server/store/alerts/collecting.ts'
import type { BlobReader } from '#server/store/blobs/blobs.ts'
import { createFolderBlobs } from '#server/store/blobs/folder-blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { attachmentFolder } from '#server/store/maintenance/attachment-files.ts'
import { createRowBlobs } from '#server/store/postgres/blobs/row-blobs.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import type { SubmittedEnvelope } from '#server/writer/batch/submission.ts'
import {
  aCheckIn,
  aFeedback,
  aLogContainer,
  aMetricContainer,
  withAttachment,
} from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf, aTransaction } from '#tests/support/builders/sample-traces.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

/** Forms that ask for the password again check it: it is a hash, of 32 random bytes that were not kept. */
const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$RwKupcazTt5X9hoctb6/cQ$BhmPRxgrP4zhjHVAqDbIIVRLE09DIKRE2MWCM9tDhac'

export const NOW = Date.UTC(2026, 8, 21, 14)

/** What names something of a project, or of another account. */
export interface Ids {
  slug: string
  shortId: string
  issue: number
  event: string
  attachment: number
  digest: string
  trace: string
  release: string
  monitor: string
  metric: string
  feedback: number
  feedbackEvent: string
  feedbackAttachment: number
  user: string
  comment: number
  activity: number
  grouping: number
  checksum: string
  origin: string
  view: number
  token: number
  /** Of alerts: a rule about the project, and a message about its issue. */
  rule: number
  /** An uptime check. */
  check: number
  message: number
  /** The public key of a DSN. */
  key: string
}

/** Names of the same forms, by which there is nothing. */
export const NOTHING: Ids = {
  slug: 'nowhere',
  shortId: 'NOWHERE-1',
  issue: 987_654,
  event: '8'.repeat(32),
  attachment: 987_655,
  digest: 'AAAAAA-AAAAAA',
  trace: '1'.repeat(32),
  release: 'absent@9.9.9',
  monitor: 'no-monitor',
  metric: 'no.metric',
  feedback: 987_656,
  feedbackEvent: '6'.repeat(32),
  feedbackAttachment: 987_657,
  user: 'id:u9',
  comment: 987_658,
  activity: 987_659,
  grouping: 987_660,
  checksum: '0'.repeat(40),
  origin: 'https://absent.example',
  view: 987_661,
  token: 987_662,
  rule: 987_663,
  check: 987_665,
  message: 987_664,
  key: 'f'.repeat(32),
}

export interface SecretProject {
  store: Store
  blobs: BlobReader
  /** The project that some do not see, and one that everybody sees. */
  secretId: number
  shopId: number
  ids: Ids
  /** An issue of the project that everybody sees. */
  shopIssue: number
  close(): Promise<void>
}

const OWNER = { id: 1, email: 'owner@example.com', role: 'owner' } as const
const EVENT = '7'.repeat(32)
const TRACE = 'abcdef0123456789abcdef0123456789'
const encoder = new TextEncoder()

/** A store with four accounts and two projects, of which one has something of every kind. */
export async function openSecretProject(engine: Engine): Promise<SecretProject> {
  const clock = () => NOW
  const opened =
    engine === 'sqlite'
      ? await openEventStore(clock).then((each) => ({
          ...each,
          blobs: createFolderBlobs(attachmentFolder(each.file)),
        }))
      : await openPostgresEventStore({ clock }).then((each) => ({
          ...each,
          blobs: createRowBlobs(each.store.db),
        }))
  const { store, blobs } = opened
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
    const account = { email: `${role}@example.com`, passwordHash: NO_PASSWORD, role, createdAt: NOW }
    await store.write((trx) => insertAccount(trx, account))
  }
  const [secretId, shopId] = [await addProject(store, 'hidden'), await addProject(store, 'shop')]
  const send = async (projectId: number, body: Uint8Array) => {
    const envelope: SubmittedEnvelope = {
      projectId,
      keyId: projectId,
      receivedAt: NOW,
      body: new Uint8Array(body),
    }
    const { results } = await opened.writeBatch([envelope], [])
    const [result] = results
    if (result?.status !== 200) throw new Error(`Cannot fill the project: ${JSON.stringify(result)}`)
  }
  for (const body of secretBodies()) await send(secretId, body)
  await send(shopId, anEnvelopeOf(anError('ShopError', { event_id: '5'.repeat(32) })))
  if ('fold' in opened) await opened.fold()
  const named = await nameAll(store, secretId)
  const ids = { ...named, ...(await addByOwner(store, { secretId, issue: named.issue })) }
  const { id: shopIssue } = await store.db
    .selectFrom('issue')
    .select('id')
    .where('project_id', '=', shopId)
    .executeTakeFirstOrThrow()
  return { store, blobs, secretId, shopId, ids, shopIssue, close: opened.close }
}

const keyOf = (slug: string) => slug.padEnd(32, 'x')

async function addProject(store: Store, slug: string): Promise<number> {
  const project = { slug, name: slug, publicKey: keyOf(slug), now: NOW }
  return (await store.write((trx) => insertProject(trx, project))).id
}

function anError(type: string, more: object) {
  const payload = { exception: { values: [{ type, value: 'not for all' }] }, timestamp: NOW / 1_000, ...more }
  return { type: 'event', payload }
}

function secretBodies(): Uint8Array[] {
  const event = anError('SecretError', {
    ...{
      event_id: EVENT,
      release: 'hidden@1.4.0',
      environment: 'vault',
      user: { id: 'u1' },
      transaction: 'GET /hidden',
      request: { url: 'https://hidden.example/' },
    },
    contexts: { trace: { trace_id: TRACE, span_id: 'b'.repeat(16) }, error: { digest: 'K7Q2MX-4T9ZPA' } },
  })
  const of = (event_id: string) => encoder.encode(JSON.stringify({ event_id }))
  const bytes = encoder.encode('bytes')
  return [
    anEnvelopeOf(event),
    withAttachment(of(EVENT), bytes),
    anEnvelopeOf(aTransaction([])),
    anEnvelopeOf(aFeedback()),
    withAttachment(of('f'.repeat(32)), bytes),
    anEnvelopeOf(aCheckIn({ monitor_slug: 'hidden-job' }), aLogContainer(['hidden'], { trace_id: TRACE })),
    anEnvelopeOf(aMetricContainer([{ name: 'vault.doors', timestamp: NOW / 1_000, trace_id: TRACE }])),
  ]
}

async function nameAll(store: Store, secretId: number) {
  const { db } = store
  const idOf = async (table: 'issue' | 'feedback' | 'issue_grouping', by: number) =>
    (await db.selectFrom(table).select('id').where('project_id', '=', by).executeTakeFirstOrThrow()).id
  const attachments = await db
    .selectFrom('attachment')
    .select(['id', 'event_id'])
    .where('project_id', '=', secretId)
    .execute()
  const attachmentOf = (eventId: string) => attachments.find(({ event_id }) => event_id === eventId)?.id ?? 0
  return {
    ...{ slug: 'hidden', shortId: 'HIDDEN-1', event: EVENT, digest: 'K7Q2MX-4T9ZPA', trace: TRACE },
    ...{
      release: 'hidden@1.4.0',
      monitor: 'hidden-job',
      metric: 'vault.doors',
      user: 'id:u1',
      feedbackEvent: 'f'.repeat(32),
    },
    ...{ checksum: 'c'.repeat(40), origin: 'https://hidden.example', key: keyOf('hidden') },
    issue: await idOf('issue', secretId),
    feedback: await idOf('feedback', secretId),
    grouping: await idOf('issue_grouping', secretId),
    attachment: attachmentOf(EVENT),
    feedbackAttachment: attachmentOf('f'.repeat(32)),
  }
}

const SECRET_RULE = {
  ...{ name: 'SecretError rule', happening: 'new', project: 'hidden', search: '', count: '', minutes: '' },
  ...{ urgency: 'normal', coolDownMinutes: '0', channels: [], isForEveryChannel: true },
}

const STATUS_PAGE = {
  ...{ slug: 'status', title: 'Status', announcement: '', timezone: 'UTC', isIndexed: false, items: [] },
}

const SECRET_CHECK = {
  ...{ name: 'SecretError check', project: 'hidden', url: 'https://hidden.example/', method: 'GET' },
  ...{ everyMinutes: '5', timeoutSeconds: '10', expects: '2xx', contains: '', lacks: '', headers: '' },
  ...{ forgetsHeaders: false, body: '' },
}

/** What the owner makes of it on pages, and an upload of source maps. */
async function addByOwner(store: Store, { secretId, issue }: { secretId: number; issue: number }) {
  const options = {
    store,
    sees: 'all',
    viewer: OWNER,
    publicUrl: 'http://desk.test',
    clock: () => NOW,
  } as const
  const desk = createDesk(options)
  const token = {
    name: 'own',
    isOfOrganization: false,
    scopes: ['org:read'],
    projects: [],
    lifetime: 'never',
  }
  const made = [
    await desk.issues.addComment(issue, 'a secret comment'),
    await desk.issues.change([issue], [{ kind: 'assign', accountId: OWNER.id }]),
    await desk.sourceMaps.hosted.addOrigin('hidden', 'https://hidden.example'),
    await desk.savedViews.save({ name: 'Private', query: 'hidden', sort: 'date', isShared: false }),
    await desk.tokens.create(token),
    await desk.alerts.rules.create(SECRET_RULE),
    await desk.uptime.create(SECRET_CHECK),
    await desk.statusPages.create(STATUS_PAGE),
    await desk.teams.create('Web'),
  ]
  const refused = made.find((each) => 'refusal' in each)
  if (refused !== undefined) throw new Error(`Cannot fill the project: ${JSON.stringify(refused)}`)
  const bundle = {
    checksum: 'c'.repeat(40),
    state: 'ok',
    detail: null,
    release: null,
    dist: null,
    tool: null,
  }
  await store.write((trx) =>
    trx
      .insertInto('artifact_bundle')
      .values({ ...bundle, project_id: secretId, created_at: NOW })
      .execute(),
  )
  const { db } = store
  const [comment, activity] = await db.selectFrom('issue_activity').select('id').orderBy('id').execute()
  const view = await db.selectFrom('saved_view').select('id').executeTakeFirstOrThrow()
  const { id } = await db.selectFrom('token').select('id').executeTakeFirstOrThrow()
  const { id: rule } = await db
    .selectFrom('alert_rule')
    .select('id')
    .where('project_id', '=', secretId)
    .executeTakeFirstOrThrow()
  const { id: check } = await db.selectFrom('uptime_check').select('id').executeTakeFirstOrThrow()
  const settings = { url: 'https://receiver.example' }
  const channelId = await store.write((trx) =>
    insertChannel(trx, { kind: 'webhook', name: 'Hook', settings }, { now: NOW, accountId: null }),
  )
  const flow = { projectId: secretId, ruleId: rule, channelId, happening: 'new' } as const
  const title = 'New issue in hidden: SecretError'
  const [message = 0] = await store.write((trx) =>
    insertCollecting(trx, [{ ...flow, key: 'hidden', title, createdAt: NOW, dueAt: NOW }]),
  )
  const ids = { comment: comment?.id ?? 0, activity: activity?.id ?? 0, view: view.id, token: id }
  return { ...ids, rule, check, message }
}
