import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'

/** https://develop.sentry.dev/sdk/telemetry/traces/dynamic-sampling-context/ */
export type DynamicSamplingContext = Record<string, string | undefined>

/** Returns an empty text for an invalid escape. */
const decode = (text: string): string => attempt(() => decodeURIComponent(text.trim()), '')

/** Parses Sentry's members of a `baggage` header. Never throws. */
export function parseBaggage(header: string): DynamicSamplingContext {
  return Object.fromEntries(
    header.split(',').flatMap((member) => {
      const [, name, value] = (/^\s*sentry-([^=]*)=(.*)/s.exec(member) ?? []).map(decode)
      return name && value ? [[name, value]] : []
    }),
  )
}

/**
 * Formats a header; empty if there is nothing to say. Values that cannot be encoded, with half a surrogate
 * pair, are left out.
 */
export function formatBaggage(context: DynamicSamplingContext): string {
  return joinBaggage(
    '',
    // The id comes first, because the rest is useless without it if there is little room.
    Object.entries({ trace_id: '', ...context }).map(([key, value]) =>
      value ? attempt(() => `sentry-${key}=${encodeURIComponent(value)}`, '') : '',
    ),
  )
}

/**
 * Our members replace all of Sentry's. Those of others come first and stay unchanged. A member that would
 * exceed the limit is left out as a whole, and smaller ones after it are still added.
 */
export function joinBaggage(existing: string, ours: string[]): string {
  return existing
    .split(',')
    .filter((member) => /=/.test(member) && !/^sentry-/.test(decode(member.replace(/=.*/, ''))))
    .concat(ours)
    .reduce((header, member) => {
      const longer = [header, member.trim()].filter(Boolean).join()
      return longer.length > limits.baggageLength ? header : longer
    }, '')
}
