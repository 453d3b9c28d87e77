import { defaultProjectSettings, type ProjectSettings } from '../../project-setting-schemas.ts'
import { isObject, type JsonObject } from '../normalize/untrusted.ts'
import { isCardNumber } from './cards.ts'
import { createNameTest, FILTERED } from './names.ts'
import { createTextScrubber, type TextScrubber } from './text-scrubber.ts'

/** What takes secrets out of anything, as one project wants it. */
export interface Scrubber extends TextScrubber {
  /** Objects and lists in which nothing is secret stay the same. */
  object(object: JsonObject): JsonObject
  value(value: unknown): unknown
  /** Names with their values, as of headers. */
  pairs(pairs: readonly [string, string][]): [string, string][]
}

type Settings = ProjectSettings['scrubbing']

const known = new WeakMap<Settings, Scrubber>()

/** One for each setting, since it learns the names that it meets. */
export function scrubberFor(settings: Settings = defaultProjectSettings.scrubbing): Scrubber {
  const scrubber = known.get(settings) ?? createScrubber(settings)
  known.set(settings, scrubber)
  return scrubber
}

interface KnownName {
  isSecret: boolean
  /** Without secrets that stand in the name itself. */
  text: string
}

/** The same few names come with every event. */
const MOST_NAMES = 5_000

function createScrubber(settings: Settings): Scrubber {
  const testName = createNameTest(settings)
  const names = new Map<string, KnownName>()
  const { text, code } = createTextScrubber({ ...settings, isSecretName: (name) => know(name).isSecret })

  function know(name: string): KnownName {
    const seen = names.get(name)
    if (seen) return seen
    if (names.size >= MOST_NAMES) names.clear()
    const learnt = { isSecret: testName(name), text: name }
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
    const scrubbed = given.map(member)
    return scrubbed.every((each, index) => each === given[index]) ? given : scrubbed
  }

  /** In lists, names stand with their values as pairs: `["Cookie", "x"]`. */
  function member(given: unknown): unknown {
    if (!Array.isArray(given) || given.length !== 2 || typeof given[0] !== 'string') return value(given)
    const name = know(given[0])
    return name.isSecret && isHidden(given[1]) ? [name.text, FILTERED] : list(given)
  }

  /** The object itself where nothing in it is secret: most of what comes. */
  function object(given: JsonObject): JsonObject {
    const names = Object.keys(given)
    let scrubbed = given
    for (const [index, name] of names.entries()) {
      const seen = know(name)
      const held = given[name]
      const shown = seen.isSecret && isHidden(held) ? FILTERED : value(held)
      const isClean = shown === held && seen.text === name && name !== '__proto__'
      if (isClean && scrubbed === given) continue
      if (scrubbed === given) scrubbed = copyOf(given, names.slice(0, index))
      if (name !== '__proto__') scrubbed[seen.text] = shown // assigning that would set the copy's prototype
    }
    // `{"name": "Cookie", "value": "x"}`
    if (scrubbed.value === undefined) return scrubbed
    const name = scrubbed.name ?? scrubbed.key
    const isSecret = typeof name === 'string' && know(name).isSecret && isHidden(scrubbed.value)
    return isSecret ? { ...scrubbed, value: FILTERED } : scrubbed
  }

  return {
    text,
    code,
    value,
    object,
    pairs: (pairs) =>
      pairs.map(([name, held]) => {
        const seen = know(name)
        return [seen.text, seen.isSecret && isHidden(held) ? FILTERED : text(held)]
      }),
  }
}

function copyOf(given: JsonObject, names: string[]): JsonObject {
  const copy: JsonObject = {}
  for (const name of names) copy[name] = given[name]
  return copy
}

/** That a secret is there, or is not, is none. */
function isHidden(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && typeof value !== 'boolean'
}
