import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

/** A regular expression of our sources. */
export interface SourcePattern {
  /** `server/protocol/dsn.ts:11`. */
  place: string
  source: string
  flags: string
}

/** Every literal below a folder: parsed, not searched. */
export function literalPatternsIn(folder: string): SourcePattern[] {
  return patternsIn(folder).literals
}

/** Where expressions are put together while running, as `server/hosting/shells/shell.ts:77`. */
export function constructedPatternsIn(folder: string): string[] {
  return patternsIn(folder).constructed
}

/** Records what expressions the modules put together while they are loaded. */
export async function recordConstructed(load: () => Promise<unknown>): Promise<SourcePattern[]> {
  const recorded: SourcePattern[] = []
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, given: [string, string?]) {
      const made = new target(...given)
      const caller = /\/((?:server|telemetry|renderer|pages)\/[\w@/.+-]+):/.exec(
        // The folder of the repository may itself be called as one of these.
        String(new Error('here').stack).replaceAll(repositoryRoot, ''),
      )
      const { source, flags } = made
      if (caller?.[1]) recorded.push({ place: caller[1], source, flags })
      return made
    },
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = plain
  }
  return recorded
}

interface Patterns {
  literals: SourcePattern[]
  constructed: string[]
}

const known = new Map<string, Patterns>()

/** Parses a folder once for all who ask: that takes a second. */
function patternsIn(folder: string): Patterns {
  const patterns = known.get(folder) ?? readPatterns(folder)
  known.set(folder, patterns)
  return patterns
}

function readPatterns(folder: string): Patterns {
  const patterns: Patterns = { literals: [], constructed: [] }
  for (const path of listSources(folder)) {
    const text = readFileSync(join(repositoryRoot, path), 'utf8')
    if (!text.includes('/') && !text.includes('RegExp')) continue
    const placeOf = ({ start }: Node) => `${path}:${text.slice(0, start).split('\n').length}`
    const visit = (value: unknown): void => {
      if (Array.isArray(value)) {
        value.forEach(visit)
        return
      }
      if (typeof value !== 'object' || value === null || value instanceof RegExp) return
      if (isNode(value)) {
        const literal = literalOf(value)
        if (literal) patterns.literals.push({ place: placeOf(value), ...literal })
        if (isConstruction(value)) patterns.constructed.push(placeOf(value))
      }
      Object.values(value).forEach(visit)
    }
    visit(parseSync(path, text).program)
  }
  return patterns
}

type Node = { type: string; start: number; [key: string]: unknown }

function literalOf({ type, regex }: Node): Omit<SourcePattern, 'place'> | undefined {
  if (type !== 'Literal' || typeof regex !== 'object' || regex === null) return undefined
  if (!('pattern' in regex && 'flags' in regex)) return undefined
  return { source: String(regex.pattern), flags: String(regex.flags) }
}

function isConstruction({ type, callee }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false
  return typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp'
}

function isNode(value: object): value is Node {
  return (
    'type' in value && typeof value.type === 'string' && 'start' in value && typeof value.start === 'number'
  )
}
