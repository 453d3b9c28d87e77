import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { auditFilePath } from '#renderer/paths.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { AuditFilter } from '#server/models/accounts/audit.ts'
import { mayActAs } from '#server/models/accounts/roles.ts'
import { findReader, type ReaderOptions } from './find-reader.ts'

const ENTRIES_AT_ONCE = 500

/** Serves the audit log to admins as JSON lines, newest first. The client's pace decides when the next entries are read. */
export function serveAuditFile(app: FastifyInstance, options: ReaderOptions): void {
  app.get<{ Querystring: Record<string, unknown> }>(auditFilePath, async (request, reply) => {
    const reader = await findReader(request, reply, options)
    if (reader === undefined) return reply
    const { viewer, desk } = reader
    void reply.header('cache-control', 'no-store').header('vary', 'cookie')
    if (!mayActAs(viewer.role, 'admin'))
      return reply.code(404).type('text/plain').send('Cannot show the file: only admins may read it\n')
    const { query = '', action = '', from, before } = request.query
    const filter = { text: String(query), action: String(action), from: timeOf(from), before: timeOf(before) }
    return reply
      .type('application/jsonl; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.jsonl"')
      .send(Readable.from(writeLines(desk, filter)))
  })
}

/** Milliseconds since the epoch. */
function timeOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

async function* writeLines(desk: Desk, filter: AuditFilter): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const { entries, older } = await desk.audit.list(filter, { cursor, limit: ENTRIES_AT_ONCE })
    const lines = entries.map(({ at, ...entry }) =>
      JSON.stringify({ at: new Date(at).toISOString(), ...entry }),
    )
    if (lines.length > 0) yield `${lines.join('\n')}\n`
    cursor = older ?? undefined
  } while (cursor !== undefined)
}
