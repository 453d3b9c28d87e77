import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { findNamedProject } from '#server/api/projects/projects.ts'
import { formatTime } from '#server/api/time.ts'
import { parseEventId } from '#server/processing/normalize/event-id.ts'
import type { AttachmentRow } from '#server/store/records/read/attachments.ts'

/** Answers as Sentry does for `/projects/{organization}/{project}/events/{event}/attachments/`. */
export async function listAttachments(request: ApiRequest): Promise<Answer> {
  const found = await findEvent(request)
  if ('status' in found) return found
  const rows = await request.desk.events.listAttachments(found.projectId, found.eventId)
  return answer(rows.map(toAttachmentAnswer))
}

/** Sentry returns the description, and the bytes if `download` is asked for. */
export async function getAttachment(request: ApiRequest): Promise<Answer> {
  const found = await findEvent(request)
  if ('status' in found) return found
  const { attachmentId = '' } = request.params
  const id = /^\d{1,15}$/.test(attachmentId) ? Number(attachmentId) : 0
  const attachment = await request.desk.events.findAttachment(found.projectId, found.eventId, id)
  if (!attachment) return refuse(404, 'Cannot show the attachment: the event has no attachment with this id')
  if (request.query.download === undefined) return answer(toAttachmentAnswer(attachment))
  const file = await attachment.open()
  if (!file) return refuse(404, 'Cannot show the attachment: its file is missing')
  return answer(file.stream, {
    // The bytes come from a stranger: a browser must not take them for a page or a script.
    'content-type': 'application/octet-stream',
    'content-length': String(file.sizeBytes),
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(attachment.filename)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
}

async function findEvent(request: ApiRequest): Promise<{ projectId: number; eventId: string } | Answer> {
  const eventId = parseEventId(request.params.eventId)
  if (eventId === undefined) {
    return refuse(400, "Cannot show attachments: the event's id must be 32 hexadecimal characters")
  }
  const project = await findNamedProject(request)
  if (!project) return refuse(404, 'Cannot show attachments: there is no such project')
  return { projectId: project.id, eventId }
}

function toAttachmentAnswer(row: AttachmentRow) {
  return {
    id: String(row.id),
    event_id: row.eventId,
    type: row.attachmentType,
    name: row.filename,
    mimetype: row.contentType ?? 'application/octet-stream',
    dateCreated: formatTime(row.receivedAt),
    size: row.sizeBytes,
    headers: { 'Content-Type': row.contentType ?? 'application/octet-stream' },
    sha1: row.sha1,
    sha256: row.sha256,
  }
}

/** https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1 */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
}
