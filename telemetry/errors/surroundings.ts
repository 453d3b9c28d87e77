import { cryptoRandom, randomHex } from '../random.ts'
import type { Scope } from '../scope/scope.ts'
import { sdk } from '../sdk.ts'
import type { ReporterOptions } from '../transport/reporter.ts'

/** Data about this process or page that every event contains. */
export const describeProcess = ({
  platform,
  release,
  environment = 'production', // Sentry's SDKs have the same default.
  serverName: server_name,
  random = cryptoRandom,
}: ReporterOptions): Scope => ({
  platform,
  release,
  environment,
  server_name,
  sdk,
  breadcrumbs: { values: [] },
  // All events share one trace until another context is set.
  contexts: { trace: { trace_id: randomHex(random, 16), span_id: randomHex(random, 8) } },
})
