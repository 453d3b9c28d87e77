import type { FirstKind } from '#renderer/texts/account/first-run.ts'
import { files } from '#renderer/texts/account/set-up.ts'
import { feedbackSetUp, nodeSetUp } from '../set-up/javascript.ts'
import { otlpMetricsSetUp } from '../set-up/otlp-metrics.ts'
import type { SetUp } from '../set-up/set-up.ts'

/** An example of how an application sends the first row of a list. */
export function exampleFor(kind: FirstKind, dsn: string): SetUp {
  switch (kind) {
    case 'issues':
    case 'releases':
      return nodeSetUp(dsn)
    case 'logs':
      return { ...nodeSetUp(dsn), test: scriptOf(`Sentry.logger.info('Test from Node', { order: 1042 })`) }
    case 'metrics':
      return otlpMetricsSetUp(dsn)
    case 'traces':
    case 'performance':
      return {
        ...nodeSetUp(dsn),
        test: scriptOf(`Sentry.startSpan({ name: 'GET /test', op: 'http.server' }, () => {})`),
      }
    case 'feedback':
      return feedbackSetUp(dsn)
  }
}

function scriptOf(line: string) {
  return { name: files.script, code: `import * as Sentry from '@sentry/node'\n\n${line}` }
}
