import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answering, preflightHeaders, sendResult } from '#server/ingest/answers.ts'
import { authenticate } from '#server/ingest/auth.ts'
import { RefusedBody } from '#server/ingest/body/encoding.ts'
import { countRefusal } from '#server/ingest/count-refusal.ts'
import type { IngestEndpointOptions } from '#server/ingest/ingest-endpoint.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import { formatDsn, parseDsn } from '#server/protocol/dsn.ts'
import type { ProjectKey } from '#server/store/projects/project-keys.ts'
import { type DialogWords, reportDialogScript } from './report-dialog.ts'

const LONGEST_FORM_BYTES = 64 * 1024
const LONGEST_WORDS = 500
const WHAT = 'user report'

/** Sentry's own, which a page can replace by what it asks for. */
const WORDS: DialogWords = {
  title: 'It looks like we’re having issues.',
  subtitle: 'Our team has been notified. If you’d like to help, tell us what happened below.',
  labelName: 'Name',
  labelEmail: 'Email',
  labelComments: 'What happened?',
  labelClose: 'Close',
  labelSubmit: 'Submit crash report',
  errorGeneric: 'An unknown error occurred while submitting your report. Please try again.',
  errorFormEntry: 'Some fields were invalid. Please correct the errors and try again.',
  successMessage: 'Your feedback has been sent. Thank you!',
  name: '',
  email: '',
}

type EmbedRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/**
 * Serves what `Sentry.showReportDialog()` loads: a script with a form, and what the form sends. Both have the project's DSN and
 * the event in their address. The key's origins hold for both, and a report is limited and counted as one of an envelope.
 */
export function registerErrorPage(
  app: FastifyInstance,
  prefix: string,
  options: IngestEndpointOptions,
): void {
  const { writer, findKey, publicUrl, readBody, clock } = options

  async function findSender({
    query,
    headers,
  }: EmbedRequest): Promise<{ key: ProjectKey; publicKey: string }> {
    const dsn = typeof query.dsn === 'string' ? parseDsn(query.dsn) : undefined
    if (!dsn) throw new RefusedBody(400, `Cannot accept ${WHAT}: its address has no valid dsn`)
    const sender = { project: dsn.projectId, headers, isEnvelope: false }
    const found = await authenticate([dsn.publicKey], sender, { findKey, publicUrl })
    if ('key' in found) return { key: found.key, publicKey: dsn.publicKey }
    if (found.of) {
      const refused = { reason: 'origin', format: 'envelope', receivedAt: clock() } as const
      writer.countRejected([countRefusal(found.of, refused)])
    }
    throw new RefusedBody(403, `Cannot accept ${WHAT}: ${found.refusal}`)
  }

  async function showDialog(request: EmbedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { key, publicKey } = await findSender(request)
    const eventId = eventIdOf(request)
    const { query } = request
    const asked = Object.keys(WORDS).flatMap((name) => {
      const text = query[name]
      return typeof text === 'string' ? [[name, text.slice(0, LONGEST_WORDS)]] : []
    })
    const words: DialogWords = { ...WORDS, ...Object.fromEntries(asked) }
    const dsn = formatDsn(publicUrl, publicKey, key.projectId)
    const base = parseDsn(dsn)?.baseUrl ?? ''
    const sendTo = `${base}/api/embed/error-page/?${new URLSearchParams({ dsn, eventId })}`
    return reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'cross-origin', // it is loaded by pages of other sites
        'x-content-type-options': 'nosniff',
      })
      .send(reportDialogScript(words, sendTo))
  }

  async function takeReport(request: EmbedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { key } = await findSender(request)
    const event_id = eventIdOf(request)
    const body = await readBody(request, { longestBytes: LONGEST_FORM_BYTES, sender: key })
    const form = new URLSearchParams(new TextDecoder().decode(body))
    const comments = form.get('comments')?.trim() ?? ''
    if (comments === '') throw new RefusedBody(400, `Cannot accept ${WHAT}: it has no comments`)
    const report = { event_id, name: form.get('name') ?? '', email: form.get('email') ?? '', comments }
    const lines = [{}, { type: 'user_report' }, report].map((line) => JSON.stringify(line))
    const envelope = new TextEncoder().encode(`${lines.join('\n')}\n`)
    const { projectId, keyId } = key
    const submission = { projectId, keyId, body: envelope, receivedAt: clock() }
    return sendResult(request, reply, await writer.submit(submission, key))
  }

  for (const url of [`${prefix}/api/embed/error-page`, `${prefix}/api/embed/error-page/`]) {
    app.get(url, { exposeHeadRoute: false }, answering(showDialog, WHAT))
    app.post(url, answering(takeReport, WHAT))
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers(preflightHeaders(['GET', 'POST']))
        .send(),
    )
  }
}

function eventIdOf({ query }: EmbedRequest): string {
  const eventId = parseEventId(query.eventId)
  if (eventId === undefined)
    throw new RefusedBody(400, `Cannot accept ${WHAT}: its address has no valid eventId`)
  return eventId
}
