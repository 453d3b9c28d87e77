import { limits } from '../../limits.ts'
import { attempt } from '../../transport/attempt.ts'

// Reading what was thrown. JavaScript throws anything: null, frozen objects, proxies that throw at every touch, getters
// that throw. Nothing in this file does.

/** Something thrown, and where it hangs in the chain: `parentId` is the id of what it is a cause of. */
export interface ThrownLink {
  thrown: unknown
  parentId?: number | undefined
  source?: string | undefined
}

export const unreadable = '[Unreadable]'

export const isObject = (value: unknown): value is object => Object(value) === value

/** A property of anything at all, undefined where it cannot be read. */
export const readProperty = (value: unknown, key: PropertyKey): unknown =>
  attempt(() => (value as Record<PropertyKey, unknown>)[key]) // where it is none, this throws

/** `Error` for errors of every realm and class, `Object`, `Array`, `String`, `Null`. */
export const kindOf = (value: unknown): string =>
  attempt(() => ({}).toString.call(value).slice(8, -1), 'Object')

export const cutText = (text: string): string => text.slice(0, limits.textLength)

/** What was thrown and all that it names as its causes, outermost first. Cycles end; so do endless chains. */
export function listThrown(
  thrown: unknown,
  links: ThrownLink[] = [],
  parentId?: number,
  source?: string,
): ThrownLink[] {
  if (links.length < limits.exceptions && !links.some((link) => isObject(thrown) && link.thrown === thrown)) {
    const id = links.push({ thrown, parentId, source }) - 1
    attempt(() => {
      const { name, cause, errors } = thrown as AggregateError // where it is none, this throws
      if (cause != null) listThrown(cause, links, id, 'cause')
      // Validation libraries put lists of plain findings into `errors`: only an aggregate's are errors.
      if (name === 'AggregateError')
        errors.forEach((error, index) => {
          listThrown(error, links, id, `errors[${index}]`)
        })
    })
  }
  return links
}
