import { getPayload } from '#server/store/engine/payload-blocks.ts'
import { listFeedbackRows } from '#server/store/records/read/feedback.ts'
import { listTraceSpans } from '#server/store/traces/spans.ts'
import { openIngestApp } from '#tests/support/servers/ingest-app.ts'
import { listLogs } from '#tests/support/store/list-logs.ts'
import { PROJECT_KEY } from './event-store.ts'

export type SdkInbox = Awaited<ReturnType<typeof openSdkInbox>>

/** An endpoint that SDKs can reach, by its own DSN or by a tunnel alone, and what has come in. */
export async function openSdkInbox() {
  const elsewhere = 'http://desk.example' // no SDK can reach it: what comes by the tunnel came by nothing else
  const { app, store, writer, close } = await openIngestApp({
    publicUrl: elsewhere,
    tunnel: { path: '/tunnel' },
  })
  const requests: { path: string; status: number }[] = []
  app.addHook('onResponse', async (request, reply) => {
    requests.push({ path: request.url.replace(/\?.*/, ''), status: reply.statusCode })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { db } = store

  return {
    requests,
    url,
    close,
    /** What an SDK is given. */
    ways: {
      dsn: { dsn: dsnAt(url), tunnel: undefined },
      tunnel: { dsn: dsnAt(elsewhere), tunnel: `${url}/tunnel` },
    },
    async outcomes(): Promise<Record<string, number>> {
      await writer.idle()
      const rows = await db
        .selectFrom('outcome')
        .select(['category', 'outcome', 'reason', 'quantity'])
        .execute()
      return Object.fromEntries(
        rows.map((row) => [`${row.category} ${row.outcome} ${row.reason}`.trim(), row.quantity]),
      )
    },
    /** Oldest first. */
    async events() {
      const rows = await db
        .selectFrom('event')
        .select(['block_id as blockId', 'block_offset as blockOffset', 'block_length as blockLength'])
        .orderBy('timestamp')
        .orderBy('id')
        .execute()
      return Promise.all(rows.map((row) => getPayload(db, row)))
    },
    /** Of all traces, one after the other. */
    async spans() {
      const traces = await db.selectFrom('span_part').select('trace_id as traceId').distinct().execute()
      const spans = await Promise.all(
        traces.map(async ({ traceId }) =>
          (await listTraceSpans(db, traceId, 1_000)).map((span) => ({ ...span, traceId })),
        ),
      )
      return spans.flat()
    },
    logs: () => listLogs(db, 1, 100),
    metrics: () =>
      db.selectFrom('metric').select(['name', 'type', 'value', 'unit', 'release']).orderBy('id').execute(),
    sessions: () =>
      db.selectFrom('release_session').select(['health', 'release', 'environment']).orderBy('id').execute(),
    feedback: () => listFeedbackRows(db, 1, { limit: 100, cursor: undefined }),
    checkIns: () =>
      db
        .selectFrom('check_in')
        .innerJoin('monitor', 'monitor.id', 'check_in.monitor_id')
        .select(['monitor.slug', 'monitor.config', 'check_in.status', 'check_in.duration_ms as durationMs'])
        .execute(),
    attachments: () =>
      db
        .selectFrom('attachment')
        .select(['event_id as eventId', 'filename', 'content_type as contentType', 'size_bytes as sizeBytes'])
        .execute(),
  }
}

function dsnAt(url: string): string {
  return `${url.replace('//', `//${PROJECT_KEY}@`)}/1`
}
