import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBearer } from '#server/accounts/tokens.ts'
import { pathPrefixesOf } from '#server/protocol/path-prefixes.ts'
import { readVisibleToToken } from '#server/store/accounts/visible-projects.ts'
import type { Store } from '#server/store/engine/store.ts'
import { freeBytesOf } from '#server/writer/pressure.ts'
import type { Writer } from '#server/writer/writer.ts'
import { isFromThisMachine } from './access.ts'
import type { AlertMetrics } from './alert-metrics.ts'
import { gauge } from './counters.ts'
import { countRequests } from './http-metrics.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { formatMetrics, METRICS_CONTENT_TYPE, type MetricFamily } from './text-format.ts'
import type { WriterMetrics } from './writer-metrics.ts'

export interface MetricsOptions {
  store: Store
  writer: Writer
  writerMetrics: WriterMetrics
  alertMetrics: AlertMetrics
  /** Its file system is the one that fills up. */
  dataDir: string
  publicUrl: string
  clock: () => number
}

/** `GET /metrics`, for somebody on this machine or with a token. Register it before what it counts. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { store, writerMetrics, publicUrl, clock } = options
  const http = countRequests(app)
  const processMetrics = createProcessMetrics()
  app.addHook('onClose', async () => processMetrics.close())

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    void reply.header('cache-control', 'no-store')
    const mayRead = isFromThisMachine(request, publicUrl) || (await isWholeReader(store, request, clock()))
    if (!mayRead) {
      const detail =
        'Cannot show metrics: send a token of all projects with the scope "org:read" as "Authorization: Bearer ct_…"; make one at /settings/tokens'
      return reply.code(401).header('www-authenticate', 'Bearer realm="crumbtrail"').send({ detail })
    }
    const families = [
      ...writerMetrics.families(),
      ...(await storeFamilies(options)),
      ...(await options.alertMetrics.families(store)),
      ...http.families(),
      ...processMetrics.families(),
    ]
    return reply.type(METRICS_CONTENT_TYPE).send(formatMetrics(families))
  }

  for (const prefix of pathPrefixesOf(publicUrl)) app.get(`${prefix}/metrics`, answer)
}

/** The metrics count what each project sends, so that they are for tokens that see all projects. */
async function isWholeReader(store: Store, { headers }: FastifyRequest, now: number): Promise<boolean> {
  const bearer = await findBearer(store, headers.authorization, now)
  if (!bearer?.scopes.has('org:read')) return false
  return (await readVisibleToToken(store.db, bearer.id)) === 'all'
}

async function storeFamilies({ writer, dataDir }: MetricsOptions): Promise<MetricFamily[]> {
  const queued = writer.queued()
  return [
    gauge(
      'crumbtrail_queue_envelopes',
      'Envelopes waiting to be written or being written.',
      queued.envelopes,
    ),
    gauge('crumbtrail_queue_bytes', 'Bytes of the envelopes in the queue.', queued.bytes),
    gauge(
      'crumbtrail_fold_lag_seconds',
      'Age of the oldest stored item that is not counted yet.',
      writer.foldLagMs() / 1000,
    ),
    gauge('crumbtrail_disk_free_bytes', 'Free disk space in the data directory.', await freeBytesOf(dataDir)),
  ]
}
