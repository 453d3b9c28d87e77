import { attempt } from '../../transport/attempt.ts'
import { scrubUrl } from '../urls.ts'
import { cutText, isObject, kindOf, readProperty, unreadable } from './thrown.ts'

export interface ThrownDescription {
  type: string
  value: string
  stack: string
}

/**
 * Describes in words what was thrown. Never throws. `caught` names how it was caught: `exception`,
 * `promise rejection`.
 */
export function describeThrown(thrown: unknown, caught = 'exception'): ThrownDescription {
  const read = (key: string): unknown => readProperty(thrown, key)
  const [name, message, stack] = ['name', 'message', 'stack'].map(read)
  const kind = kindOf(thrown)
  const hasStack = typeof stack === 'string'
  const isError =
    /Error|Exception/.test(kind) || (typeof message === 'string' && (hasStack || typeof name === 'string'))
  const describeObject = (value: object): string =>
    kind === 'Response'
      ? `${read('status')} ${scrubUrl(`${read('url')}`)}`
      : /Event$/.test(kind) // The text is the same as in Sentry's SDKs.
        ? `Event \`${kind}\` (type=${read('type')}) captured as ${caught}`
        : // Only the names are used, because the values of an unknown object may be secrets.
          `with keys: ${Object.keys(value).slice(0, 10)}`
  return {
    type: isError ? (typeof name === 'string' && name) || 'Error' : `Thrown${kind}`,
    value: cutText(
      attempt(() => String(message ?? (isObject(thrown) ? describeObject(thrown) : thrown)), unreadable),
    ),
    stack: hasStack ? stack : '',
  }
}
