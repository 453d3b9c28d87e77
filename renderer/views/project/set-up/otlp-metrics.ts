import { files, noKey } from '#renderer/texts/account/set-up.ts'
import type { SetUp } from './set-up.ts'

/** How an application with an OpenTelemetry SDK sends metrics. The settings are the same in all languages. */
export function otlpMetricsSetUp(dsn: string): SetUp {
  return {
    platform: 'Node',
    install: 'npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node',
    files: [{ name: files.otlp, code: settingsOf(dsn) }],
    test: {
      name: files.otlpTest,
      code: `import { metrics } from '@opentelemetry/api'

metrics.getMeter('test').createCounter('orders.placed').add(1, { currency: 'EUR' })`,
    },
  }
}

function settingsOf(dsn: string): string {
  const url = URL.parse(dsn)
  if (url === null || url.username === '') return `# ${noKey}`
  // The last segment of a DSN's path is the project; what is before it is the path of the desk.
  const cut = url.pathname.lastIndexOf('/')
  const base = `${url.origin}${url.pathname.slice(0, cut)}/api/${url.pathname.slice(cut + 1)}`
  return `OTEL_SERVICE_NAME=my-app
OTEL_METRICS_EXPORTER=otlp
OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${base}/otlp/v1/metrics
OTEL_EXPORTER_OTLP_METRICS_HEADERS="x-sentry-auth=sentry sentry_key=${url.username}"
OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf
OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE=delta`
}
