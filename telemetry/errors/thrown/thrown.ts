import { limits } from '../../limits.ts'
import { attempt } from '../../transport/attempt.ts'

// Reads what was thrown. JavaScript can throw anything: null, frozen objects, proxies that throw on every
// access, getters that throw. Nothing in this file throws.

/** A thrown value and its place in the chain of causes: `parentId` is the id of the value that it caused. */
export interface ThrownLink {
  thrown: unknown
  parentId?: number | undefined
  source?: string | undefined
}

export const unreadable = '[Unreadable]'

export const isObject = (value: unknown): value is object => Object(value) === value

/** Reads a property of anything, undefined where that fails. */
export const readProperty = (value: unknown, key: PropertyKey): unknown =>
  attempt(() => (value as Record<PropertyKey, unknown>)[key]) // This throws for a value without properties.

/** `Error` for errors of every realm and class, `Object`, `Array`, `String`, `Null`. */
export const kindOf = (value: unknown): string =>
  attempt(() => ({}).toString.call(value).slice(8, -1), 'Object')

export const cutText = (text: string): string => text.slice(0, limits.textLength)

/** Lists what was thrown and all of its causes, outermost first. Cycles and endless chains are cut. */
export function listThrown(
  thrown: unknown,
  links: ThrownLink[] = [],
  parentId?: number,
  source?: string,
): ThrownLink[] {
  if (links.length < limits.exceptions && !links.some((link) => isObject(thrown) && link.thrown === thrown)) {
    const id = links.push({ thrown, parentId, source }) - 1
    attempt(() => {
      const { name, cause, errors } = thrown as AggregateError // This throws for a value that is not iterable.
      if (cause != null) listThrown(cause, links, id, 'cause')
      // Validation libraries put lists of plain objects into `errors`. Only those of an aggregate are
      // errors.
      if (name === 'AggregateError')
        errors.forEach((error, index) => {
          listThrown(error, links, id, `errors[${index}]`)
        })
    })
  }
  return links
}
