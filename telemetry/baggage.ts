import { attempt } from './attempt.ts'
import { limits } from './limits.ts'

/** https://develop.sentry.dev/sdk/telemetry/traces/dynamic-sampling-context/ */
export type DynamicSamplingContext = Record<string, string>

const sentryKey = /^sentry-/

/** What Sentry's members of a `baggage` header say, undefined where it has none. Never throws. */
export function parseBaggage(header: string): DynamicSamplingContext | undefined {
  const found = header.split(',').flatMap((member) => {
    const key = keyOf(member)
    const value = attempt(() => decodeURIComponent(member.slice(member.indexOf('=') + 1).trim()))
    return sentryKey.test(key) && value ? [[key.slice(7), value]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** As a header, empty where there is nothing to say. What cannot be encoded is left out. */
export function formatBaggage(context: DynamicSamplingContext): string {
  return join(
    Object.entries(context).map(([key, value]) => {
      // Half a surrogate pair cannot be encoded.
      const encoded = value && attempt(() => encodeURIComponent(value))
      return encoded && `sentry-${key}=${encoded}`
    }),
  )
}

/** Ours replace all of Sentry's members; what others put there comes first and stays as they wrote it. */
export function mergeBaggage(existing: string, ours: string): string {
  if (!ours) return existing
  const others = existing.split(',').filter((member) => keyOf(member) && !sentryKey.test(keyOf(member)))
  return join([...others.map((member) => member.trim()), ...ours.split(',')])
}

/** A member that would make it too long is left out whole; smaller ones after it still go in. */
function join(members: (string | undefined)[]): string {
  return members.reduce<string>((header, member) => {
    const longer = header && member ? `${header},${member}` : header || member || ''
    return longer.length > limits.baggageLength ? header : longer
  }, '')
}

/** Empty where there is none: a member without `=` is no member. */
function keyOf(member: string): string {
  return attempt(() => decodeURIComponent(member.slice(0, Math.max(0, member.indexOf('='))).trim()), '')
}
