import { createHash } from 'node:crypto'

/** A script and its map with the same debug id in both. */
export interface Injected {
  debugId: string
  code: string
  /** As JSON. */
  map: string
}

interface ReadMap {
  mappings?: unknown
  sections?: unknown
}

/**
 * Writes a debug id into a script and its map: a first line that registers it where `@sentry/*` SDKs look for it, and a
 * comment at the end. The id is made of the content, so that the same build has the same ids. Undefined if the map is not
 * one. https://github.com/tc39/ecma426/blob/main/proposals/debug-id.md
 */
export function injectDebugId(code: string, map: string): Injected | undefined {
  const read = parseMap(map)
  if (read === undefined) return undefined
  const debugId = idOf(code, map)
  const hashbangEnd = code.startsWith('#!') ? code.indexOf('\n') + 1 : 0
  const hashbang = code.slice(0, hashbangEnd)
  const body = code.slice(hashbangEnd)
  // A directive counts only before all other statements: the snippet's line repeats it.
  const directive = /^\s{0,100}(?:"use strict"|'use strict')/.test(body) ? '"use strict";' : ''
  return {
    debugId,
    code: `${hashbang}${directive}${snippet(debugId)}\n${withComment(body, debugId)}`,
    map: JSON.stringify({ ...oneLineLower(read, hashbang !== ''), debugId, debug_id: debugId }),
  }
}

/** The debug id that a script has already, of whichever tool. */
export function findDebugId(code: string): string | undefined {
  const comment = code.lastIndexOf('//# debugId=')
  if (comment === -1) return undefined
  return /^[\da-fA-F-]{32,36}/.exec(code.slice(comment + '//# debugId='.length))?.[0]?.toLowerCase()
}

/** A UUID of version 5 in its form: https://www.rfc-editor.org/rfc/rfc9562#section-5.5 */
function idOf(code: string, map: string): string {
  const hash = createHash('sha256').update(code).update('\0').update(map).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

function snippet(debugId: string): string {
  return (
    '!function(){try{var e="undefined"!=typeof window?window:"undefined"!=typeof global?global:"undefined"!=typeof ' +
    'globalThis?globalThis:"undefined"!=typeof self?self:{},n=(new e.Error).stack;n&&(e._sentryDebugIds=' +
    `e._sentryDebugIds||{},e._sentryDebugIds[n]="${debugId}")}catch(e){}}();`
  )
}

/** The comment is the last but the one that names the map, which has to be the last for some tools. */
function withComment(code: string, debugId: string): string {
  const comment = `//# debugId=${debugId}\n`
  const at = code.lastIndexOf('//# sourceMappingURL=')
  if (at === -1) return `${code}${code.endsWith('\n') ? '' : '\n'}${comment}`
  return code.slice(0, at) + comment + code.slice(at)
}

function parseMap(text: string): ReadMap | undefined {
  try {
    const map: unknown = JSON.parse(text)
    return typeof map === 'object' && map !== null && ('mappings' in map || 'sections' in map)
      ? map
      : undefined
  } catch {
    return undefined
  }
}

/** Everything is a line lower, but for a hashbang, which no mapping is of. */
function oneLineLower(map: ReadMap, hasHashbang: boolean): object {
  if (typeof map.mappings === 'string')
    return { ...map, mappings: hasHashbang ? map.mappings.replace(';', ';;') : `;${map.mappings}` }
  const sections = Array.isArray(map.sections) ? map.sections : []
  return { ...map, sections: sections.map((section) => ({ ...section, offset: lower(section?.offset) })) }
}

function lower(offset: { line?: unknown; column?: unknown } | undefined): object {
  return { line: Number(offset?.line ?? 0) + 1, column: Number(offset?.column ?? 0) }
}
