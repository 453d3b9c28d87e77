import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { eventPath } from '#renderer/paths.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { FoundAttachment } from '#server/desk/events/attachments.ts'
import { formatCurl } from '#server/export/curl.ts'
import { formatForAssistant, formatMarkdown } from '#server/export/event-markdown.ts'
import { formatStack } from '#server/export/stack-text.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { IssueDetail } from '#server/models/issues.ts'
import { findReader, type ReaderOptions } from './find-reader.ts'

type EventFilesOptions = ReaderOptions & { publicUrl: string }

interface FoundEvent {
  desk: Desk
  issue: IssueDetail
  event: EventDetail
  /** The event's page. */
  address: string
}

interface EventFile {
  type: string
  body: string | Promise<string>
}

interface FileParams {
  issueId: string
  eventId: string
}

/** The files of an event; undefined when the event has nothing for one. */
const FILES: Record<string, (found: FoundEvent) => EventFile | undefined> = {
  'event.json': ({ event: { payload } }) => ({
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(payload, null, 2),
  }),
  'event.md': (found) => ({ type: MARKDOWN, body: describeEvent(found, formatMarkdown) }),
  'assistant.md': (found) => ({ type: MARKDOWN, body: describeEvent(found, formatForAssistant) }),
  'stack.txt': ({ event: { payload } }) =>
    payload.exception.values.length === 0
      ? undefined
      : { type: TEXT, body: `${formatStack(payload.exception.values)}\n` },
  'curl.txt': ({ event: { payload } }) => {
    const curl = payload.request && formatCurl(payload.request)
    return curl && { type: TEXT, body: `${curl.command}\n` }
  },
}

const TEXT = 'text/plain; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Serves events as files to signed-in users: their addresses begin with the event's page. */
export function serveEventFiles(app: FastifyInstance, options: EventFilesOptions): void {
  // Each file has a route, since the page's payload lies beside them and is not one of them.
  for (const [file, make] of Object.entries(FILES)) {
    app.get<{ Params: FileParams }>(`/issues/:issueId/events/:eventId/${file}`, async (request, reply) => {
      const found = await findEvent(request, reply, options)
      if (found === undefined) return reply
      const made = make(found)
      if (made === undefined) return refuse(reply, `the event has no data for ${file}`)
      return withoutRights(reply)
        .type(made.type)
        .send(await made.body)
    })
  }
  app.get<{ Params: FileParams & { attachmentId: string } }>(
    '/issues/:issueId/events/:eventId/attachments/:attachmentId',
    async (request, reply) => {
      const found = await findEvent(request, reply, options)
      if (found === undefined) return reply
      const { desk, event } = found
      const { attachmentId } = request.params
      return sendAttachment(
        reply,
        await desk.events.findAttachment(event.projectId, event.eventId, idOf(attachmentId)),
      )
    },
  )
  // Feedback has an id as events have, and may exist without an event.
  app.get<{ Params: { slug: string; feedbackId: string; attachmentId: string } }>(
    '/feedback/:slug/:feedbackId/attachments/:attachmentId',
    async (request, reply) => {
      const desk = (await findReader(request, reply, options))?.desk
      if (desk === undefined) return reply
      const { slug, feedbackId, attachmentId } = request.params
      const project = await desk.projects.find(slug)
      return sendAttachment(
        reply,
        project &&
          (await desk.events.findAttachment(project.id, feedbackId.toLowerCase(), idOf(attachmentId))),
      )
    },
  )
}

async function describeEvent(
  { desk, issue, event, address }: FoundEvent,
  format: typeof formatMarkdown,
): Promise<string> {
  return format({ issue, event, trace: await desk.events.readExcerpt(event) }, address)
}

async function sendAttachment(
  reply: FastifyReply,
  attachment: FoundAttachment | undefined,
): Promise<FastifyReply> {
  const file = await attachment?.open()
  if (!attachment || !file) return refuse(reply, 'there is no such attachment, or its file is missing')
  return withoutRights(reply)
    .type('application/octet-stream')
    .header('content-length', file.sizeBytes)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeName(attachment.filename)}`)
    .send(file.stream)
}

/** Undefined after the answer that there is no such event, or that no account is signed in. */
async function findEvent(
  request: FastifyRequest<{ Params: FileParams }>,
  reply: FastifyReply,
  options: EventFilesOptions,
): Promise<FoundEvent | undefined> {
  const desk = (await findReader(request, reply, options))?.desk
  if (desk === undefined) return undefined
  const issueId = idOf(request.params.issueId)
  const [issue, event] = await Promise.all([
    desk.issues.find(issueId),
    desk.events.find(issueId, request.params.eventId.toLowerCase()),
  ])
  if (issue === undefined || event === undefined) {
    void refuse(reply, 'there is no such event')
    return undefined
  }
  const address = options.publicUrl + eventPath(issue.id, event.eventId)
  return { desk, issue, event, address }
}

/** Strangers reported the content: shown or saved, it must not run, load or frame anything. */
function withoutRights(reply: FastifyReply): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'cookie')
}

function refuse(reply: FastifyReply, reason: string): FastifyReply {
  return withoutRights(reply).code(404).type(TEXT).send(`Cannot show the file: ${reason}\n`)
}

/** Returns 0, which no row has, for text that is not an id. */
function idOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1 */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
}
