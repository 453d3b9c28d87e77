import { attempt } from '#telemetry/transport/attempt.ts'
import { ConfigError, type Environment } from './read-setting.ts'

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
/**
 * Characters that `fetch` accepts in a header value and that can be typed: https://fetch.spec.whatwg.org/#header-value.
 */
const headerValue = /^[\t\x20-\x7e]*$/

/**
 * Reads `authorization=Bearer%20abc,x-team=shop`: members as in https://www.w3.org/TR/baggage/#header-content, without
 * properties. Undefined if it is not set. Errors do not quote the text, which is secret.
 */
export function parseOtlpHeaders(env: Environment, setting: string): Record<string, string> | undefined {
  const text = env[setting]?.trim()
  if (!text) return undefined
  const headers: [string, string][] = []
  for (const [index, member] of text.split(',').entries()) {
    if (member.trim() === '') continue
    const [name = '', ...rest] = member.split('=')
    const value = attempt(() => decodeURIComponent(rest.join('=').trim()))
    if (rest.length === 0 || !headerName.test(name.trim()) || value === undefined || !headerValue.test(value))
      throw new ConfigError(
        `${setting} has an invalid member (number ${index + 1}): it must be name=value with a percent-encoded value`,
      )
    headers.push([name.trim().toLowerCase(), value])
  }
  return Object.fromEntries(headers)
}
