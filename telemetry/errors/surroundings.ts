import { cryptoRandom, randomHex } from '../random.ts'
import type { Scope } from '../scope/scope.ts'
import { sdk } from '../sdk.ts'
import type { ReporterOptions } from '../transport/reporter.ts'

/** What every event of this process or page says of it. */
export const describeProcess = ({
  platform,
  release,
  environment = 'production', // as Sentry's SDKs
  serverName: server_name,
  random = cryptoRandom,
}: ReporterOptions): Scope => ({
  platform,
  release,
  environment,
  server_name,
  sdk,
  breadcrumbs: { values: [] },
  // One trace, as long as nobody says otherwise.
  contexts: { trace: { trace_id: randomHex(random, 16), span_id: randomHex(random, 8) } },
})
