import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { FILTERED } from './names.ts'
import type { Scrubber } from './scrubber.ts'
import { isLookAlike } from './values/look-alikes.ts'

/**
 * Logs say their template and its parameters beside the finished text
 * (https://develop.sentry.dev/sdk/telemetry/logs/#message-attributes): a parameter is secret by its own name, or by the
 * one that stands before its place, `password: {}`.
 */
const TEMPLATE = 'sentry.message.template'
const PARAMETER = /^sentry\.message\.parameters?\.(.{1,100})$/s

/** Python's, printf's, .NET's and JavaScript's places. */
const PLACE =
  /%(?:\((\w{1,64})\))?[+-]?\d{0,3}(?:\.\d{1,3})?[sdifrjoxv]|\$?\{(\w{0,64})(?:[:!,][^{}]{0,40})?\}/g
/** A name before a place, with or without a sign and a quote between. */
const NAME_BEFORE = /([\w.-]{1,60})["']?\s{0,4}(?:=>|:=|[=:]|\bis\b|\bwas\b)?\s{0,4}["'`(<[]?$/
const OF_PARSERS = /\bunexpected\s{1,4}[\w.-]{1,60}[\s:]{0,4}["'`(<[]?$/i
const CONTEXT = 80
/** Shorter ones stand in words that are none. */
const SHORTEST = 4

interface LogTexts {
  body: string
  attributes: JsonObject
}

/** Without the parameters that are secrets; the text loses them where they stand in it. */
export function scrubParameters({ body, attributes }: LogTexts, { isSecretName }: Scrubber): LogTexts {
  const parameters: [name: string, parameter: string][] = []
  for (const name in attributes) {
    const parameter = name.startsWith('sentry.message.') ? PARAMETER.exec(name)?.[1] : undefined
    if (parameter !== undefined) parameters.push([name, parameter])
  }
  if (parameters.length === 0) return { body, attributes }
  const template = attributes[TEMPLATE]
  const named = typeof template === 'string' ? namesOfPlaces(template) : new Map<string, string>()
  const hidden: JsonObject = {}
  let scrubbed = body
  for (const [name, parameter] of parameters) {
    const secret = [parameter, named.get(parameter) ?? ''].find(isSecretName)
    const given = attributes[name]
    if (secret === undefined || given === null || typeof given === 'boolean') continue
    const text = typeof given === 'string' ? given : JSON.stringify(given)
    if (text === FILTERED || isLookAlike(secret, text)) continue
    hidden[name] = FILTERED
    if (text.length >= SHORTEST) scrubbed = scrubbed.replaceAll(text, () => FILTERED)
  }
  return { body: scrubbed, attributes: { ...attributes, ...hidden } }
}

/** Maps a placeholder's name, or its number among those without a name, to the name before it. */
function namesOfPlaces(template: string): Map<string, string> {
  const names = new Map<string, string>()
  let next = 0
  for (const match of template.matchAll(PLACE)) {
    const place = match[1] ?? (match[2] || String(next++))
    const before = template.slice(Math.max(0, match.index - CONTEXT), match.index)
    const name = OF_PARSERS.test(before) ? undefined : NAME_BEFORE.exec(before)?.[1]
    if (name !== undefined) names.set(place, name)
  }
  return names
}
