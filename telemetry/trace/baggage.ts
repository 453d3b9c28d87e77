import { limits } from '../limits.ts'
import { attempt } from '../transport/attempt.ts'

/** https://develop.sentry.dev/sdk/telemetry/traces/dynamic-sampling-context/ */
export type DynamicSamplingContext = Record<string, string | undefined>

/** Empty for a broken escape. */
const decode = (text: string): string => attempt(() => decodeURIComponent(text.trim()), '')

/** What Sentry's members of a `baggage` header say. Never throws. */
export function parseBaggage(header: string): DynamicSamplingContext {
  return Object.fromEntries(
    header.split(',').flatMap((member) => {
      const [, name, value] = (/^\s*sentry-([^=]*)=(.*)/s.exec(member) ?? []).map(decode)
      return name && value ? [[name, value]] : []
    }),
  )
}

/** As a header, empty where there is nothing to say. What cannot be encoded is left out: half a surrogate pair. */
export function formatBaggage(context: DynamicSamplingContext): string {
  return joinBaggage(
    '',
    // The id first: where there is little room, the rest is of no use without it.
    Object.entries({ trace_id: '', ...context }).map(([key, value]) =>
      value ? attempt(() => `sentry-${key}=${encodeURIComponent(value)}`, '') : '',
    ),
  )
}

/**
 * Ours replace all of Sentry's members; what others put there comes first and stays as they wrote it. A
 * member that would make it too long is left out whole; smaller ones after it still go in.
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
