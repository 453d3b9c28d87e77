import { limits } from '#server/protocol/limits.ts'
import { isObject, parseText, type Warnings } from './untrusted.ts'

/** `message`, `logentry` or, from very old SDKs, `sentry.interfaces.Message`; with its parameters put in. */
export function parseMessage(event: Record<string, unknown>, warnings: Warnings): string | undefined {
  for (const given of [event.logentry, event['sentry.interfaces.Message'], event.message]) {
    const text = isObject(given) ? (given.formatted ?? putIn(given.message, given.params)) : given
    const message = parseText(text, limits.messageChars, 'message', warnings)
    if (message !== undefined) return message
  }
  return undefined
}

/** Python's and printf's places, by order or by name; one without a parameter stays as it is. */
function putIn(template: unknown, params: unknown): unknown {
  if (typeof template !== 'string') return template
  let next = 0
  let room = limits.messageChars + 1 // what follows is cut: a long value may be named a hundred thousand times
  return template.replace(/%(?:\((\w{1,64})\))?[sdifrjo]/g, (place, name: string | undefined) => {
    const value =
      name === undefined ? Array.isArray(params) && params[next++] : isObject(params) && params[name]
    if (value === undefined || value === false) return place
    const text = room === 0 ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
    const shown = text.slice(0, room)
    room -= shown.length
    return shown
  })
}

/** Which message it is, whatever was put in: of those that have parameters, or were sent beside the finished text. */
export function parseTemplate(event: Record<string, unknown>, warnings: Warnings): string | undefined {
  for (const given of [event.logentry, event['sentry.interfaces.Message'], event.message]) {
    if (!isObject(given) || typeof given.message !== 'string') continue
    const hasParameters = Array.isArray(given.params) ? given.params.length > 0 : isObject(given.params)
    return hasParameters ? parseText(given.message, limits.messageChars, 'message', warnings) : undefined
  }
  return undefined
}
