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
  return nodesIn(folder, ({ node, place }) => {
    const { regex } = node
    if (node.type !== 'Literal' || typeof regex !== 'object' || regex === null) return []
    if (!('pattern' in regex && 'flags' in regex)) return []
    const [source, flags] = [String(regex.pattern), String(regex.flags)]
    return [{ place, source, flags }]
  })
}

/** Where expressions are put together while running, as `server/hosting/shells/shell.ts:77`. */
export function constructedPatternsIn(folder: string): string[] {
  return nodesIn(folder, ({ node, place }) => {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return []
    const { callee } = node
    const isOne =
      typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === 'RegExp'
    return isOne ? [place] : []
  })
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

type Node = { type: string; start: number; [key: string]: unknown }

function nodesIn<Found>(folder: string, find: (found: { node: Node; place: string }) => Found[]): Found[] {
  return listSources(folder).flatMap((path) => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8')
    if (!text.includes('/') && !text.includes('RegExp')) return []
    const placeOf = ({ start }: Node) => `${path}:${text.slice(0, start).split('\n').length}`
    const visit = (value: unknown): Found[] => {
      if (Array.isArray(value)) return value.flatMap(visit)
      if (typeof value !== 'object' || value === null || value instanceof RegExp) return []
      const own = isNode(value) ? find({ node: value, place: placeOf(value) }) : []
      return [...own, ...Object.values(value).flatMap(visit)]
    }
    return visit(parseSync(path, text).program)
  })
}

function isNode(value: object): value is Node {
  return (
    'type' in value && typeof value.type === 'string' && 'start' in value && typeof value.start === 'number'
  )
}
