import { LRUCache } from 'lru-cache'
import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { defaultProjectSettings, type ProjectSettings } from '#server/protocol/project-settings.ts'
import { isCardNumber } from './cards.ts'
import { createNameTest, FILTERED, type KnownName, roleOf } from './names.ts'
import { createTextScrubber, type TextScrubber } from './text-scrubber.ts'
import { scrubArgument } from './values/arguments.ts'
import { isListedSecret, isOption } from './values/listed-pairs.ts'
import { isLookAlike } from './values/look-alikes.ts'

/** What takes secrets out of anything, as one project wants it. */
export interface Scrubber extends TextScrubber {
  /** Objects and lists in which nothing is secret stay the same. */
  object(object: JsonObject): JsonObject
  value(value: unknown): unknown
  /** Names with their values, as of headers. */
  pairs(pairs: readonly [string, string][]): [string, string][]
  isSecretName(name: string): boolean
}

type Settings = ProjectSettings['scrubbing']

const known = new WeakMap<Settings, Scrubber>()

/** One for each setting, since it learns the names that it meets. */
export function scrubberFor(settings: Settings = defaultProjectSettings.scrubbing): Scrubber {
  const scrubber = known.get(settings) ?? createScrubber(settings)
  known.set(settings, scrubber)
  return scrubber
}

const NAME = /^[\w.$-]{1,60}$/
const CURL = /(?:^|[\\/])curl(?:\.exe)?$/

/** The same few names come with every event. */
const MOST_NAMES = 5_000

function createScrubber(settings: Settings): Scrubber {
  const testName = createNameTest(settings)
  const names = new LRUCache<string, KnownName>({ max: MOST_NAMES })
  const { text, code } = createTextScrubber({ ...settings, know })

  function know(name: string): KnownName {
    const seen = names.peek(name) // noting each use would take longer than learning a few names again
    if (seen) return seen
    const learnt = { isSecret: testName(name), role: roleOf(name), text: name }
    names.set(name, learnt) // before its text, in which it may stand again
    learnt.text = text(name)
    return learnt
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number') return isCardNumber(given) ? FILTERED : given
    if (Array.isArray(given)) return list(given)
    return isObject(given) ? object(given) : given
  }

  function list(given: unknown[]): unknown[] {
    const isOfCurl = given.some((each) => typeof each === 'string' && CURL.test(each))
    const scrubbed = given.map((each, index) => member(each, given[index - 1], given.length === 2, isOfCurl))
    return scrubbed.every((each, index) => each === given[index]) ? given : scrubbed
  }

  /** In lists, names stand with their values as pairs: `["Cookie", "x"]`, or before them: `["--password", "x"]`. */
  function member(given: unknown, before: unknown, isPair: boolean, isOfCurl: boolean): unknown {
    if (typeof given === 'string') return listed(given, before, isPair, isOfCurl)
    if (typeof given === 'number' && typeof before === 'string' && isOption(before) && know(before).isSecret)
      return FILTERED
    if (!Array.isArray(given) || given.length !== 2 || typeof given[0] !== 'string') return value(given)
    const name = know(given[0])
    return name.isSecret && isHidden(given[0], given[1]) ? [name.text, FILTERED] : list(given)
  }

  function listed(given: string, before: unknown, isPair: boolean, isOfCurl: boolean): string {
    if (typeof before !== 'string' || !NAME.test(before)) return text(given)
    if (isOption(before)) return text(scrubArgument(before, given, isOfCurl, know))
    return know(before).isSecret && isListedSecret(before, given, isPair) ? FILTERED : text(given)
  }

  /** The object itself where nothing in it is secret: most of what comes. */
  function object(given: JsonObject): JsonObject {
    const names = Object.keys(given)
    let scrubbed = given
    let label: string | undefined
    let values: string[] | undefined
    let index = -1
    for (const name of names) {
      index++
      const seen = know(name)
      const held = given[name]
      if (seen.role === 'label' && typeof held === 'string') label ??= held
      else if (seen.role === 'value') values = [...(values ?? []), seen.text]
      const shown = seen.isSecret && isHidden(name, held) ? FILTERED : value(held)
      const isClean = shown === held && seen.text === name && name !== '__proto__'
      if (isClean && scrubbed === given) continue
      if (scrubbed === given) scrubbed = copyOf(given, names.slice(0, index))
      if (name !== '__proto__') scrubbed[seen.text] = shown // assigning that would set the copy's prototype
    }
    if (label === undefined || values === undefined) return scrubbed
    return know(label).isSecret ? withoutValues(scrubbed, label, values) : scrubbed
  }

  return {
    text,
    code,
    value,
    object,
    pairs: (pairs) =>
      pairs.map(([name, held]) => {
        const seen = know(name)
        return [seen.text, seen.isSecret && isHidden(name, held) ? FILTERED : text(held)]
      }),
    isSecretName: (name) => know(name).isSecret,
  }
}

function copyOf(given: JsonObject, names: string[]): JsonObject {
  const copy: JsonObject = {}
  for (const name of names) copy[name] = given[name]
  return copy
}

/** `{"name": "Cookie", "value": "x"}` */
function withoutValues(given: JsonObject, label: string, names: readonly string[]): JsonObject {
  const hidden = names.filter((name) => isHidden(label, given[name])).map((name) => [name, FILTERED])
  return { ...given, ...Object.fromEntries(hidden) }
}

/** That a secret is there, or is not, is none. */
function isHidden(name: string, value: unknown): boolean {
  if (typeof value === 'string') return !isLookAlike(name, value)
  if (typeof value === 'number') return !isLookAlike(name, String(value))
  return value !== null && value !== undefined && typeof value !== 'boolean'
}
