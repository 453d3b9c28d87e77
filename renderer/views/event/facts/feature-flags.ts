import type { NormalizedEvent } from '#server/processing/event.ts'
import { valueText } from './value-text.ts'

/** Feature flags as SDKs send them: https://develop.sentry.dev/sdk/expected-features/feature-flags/ */
export function featureFlags({ contexts }: NormalizedEvent): [string, string][] {
  const values = contexts.flags?.values
  if (!Array.isArray(values)) return []
  return values.flatMap((given: unknown): [string, string][] => {
    if (typeof given !== 'object' || given === null || !('flag' in given)) return []
    const result = 'result' in given ? valueText(given.result) : ''
    return [[String(given.flag), result]]
  })
}
