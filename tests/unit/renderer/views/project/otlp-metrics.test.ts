import { expect, it } from 'vitest'
import { otlpMetricsSetUp } from '#renderer/views/project/set-up/otlp-metrics.ts'

function settingsOf(dsn: string): string[] {
  return otlpMetricsSetUp(dsn).files.flatMap(({ code }) => code.split('\n'))
}

it.each([
  ['http://abc@localhost:3000/2', 'http://localhost:3000/api/2/otlp/v1/metrics'],
  ['https://abc@example.com/errors/17', 'https://example.com/errors/api/17/otlp/v1/metrics'],
])('metrics for the DSN %s are sent to %s, with its key', (dsn, endpoint) => {
  const settings = settingsOf(dsn)
  expect(settings).toContain(`OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${endpoint}`)
  expect(settings).toContain('OTEL_EXPORTER_OTLP_METRICS_HEADERS="x-sentry-auth=sentry sentry_key=abc"')
})

it('a project without an active key is told so', () => {
  expect(settingsOf('')).toEqual(['# this project has no active key'])
})
