import { gzipSync } from 'node:zlib'
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping'
import {
  type BuiltFile,
  hasAsset,
  listLaterScripts,
  listPageScripts,
  listStatic,
  readAsset,
} from './page-scripts.ts'

/** Whose code it is, by the path of its source; the first that fits. What stands in none is a part of its own name. */
const parts: readonly [name: string, source: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['vike', /node_modules\/(vike|@brillout\/[\w-]+)\//],
  ['vike-react', /node_modules\/vike-react\//],
  ['telemetry', /^telemetry\//],
  ['navigation', /^renderer\/(navigation|forms)\//],
  ['icons', /^renderer\/ui\/icon\//],
  ['ui', /^renderer\/(ui|views|layout)\//],
  ['renderer', /^renderer\//],
  ['page', /^pages\//],
]

/** What the bundler wrote of itself: settings of pages, names of styles, addresses of chunks. */
const bundled = 'bundler'

/** Bytes, gzipped as a server would that does it once. */
export interface ScriptSizes {
  total: number
  parts: Record<string, number>
  files: Record<string, number>
  /** What the page loads once it is idle, or for a control that is used. */
  later: number
  laterFiles: Record<string, number>
  styles: number
  /** As they are: they are compressed in themselves. */
  fonts: number
}

export function measureScripts(entry: string): ScriptSizes {
  const files = listPageScripts(entry)
  const later = bytesOf(listLaterScripts(entry))
  const sizes: Record<string, number> = {}
  for (const file of files) {
    for (const [part, bytes] of sharesOf(file)) sizes[part] = (sizes[part] ?? 0) + bytes
  }
  return {
    total: sum(files.map(({ text }) => gzipBytes(text))),
    parts: Object.fromEntries(Object.entries(sizes).sort(([, a], [, b]) => b - a)),
    files: bytesOf(files),
    later: sum(Object.values(later)),
    laterFiles: later,
    styles: sum(listStatic('.css').map(({ content }) => gzipBytes(content))),
    fonts: sum(listStatic('.woff2').map(({ content }) => content.length)),
  }
}

function bytesOf(files: readonly BuiltFile[]): Record<string, number> {
  return Object.fromEntries(files.map(({ name, text }) => [name, gzipBytes(text)]))
}

/** A file's bytes, shared out by what each part's text comes to when it is gzipped alone. */
function sharesOf(file: BuiltFile): [part: string, bytes: number][] {
  const alone = Object.entries(textsOf(file)).map(([part, text]) => [part, gzipBytes(text)] as const)
  const whole = gzipBytes(file.text) / sum(alone.map(([, bytes]) => bytes))
  return alone.map(([part, bytes]) => [part, bytes * whole])
}

function textsOf({ name, text }: BuiltFile): Record<string, string> {
  const texts: Record<string, string> = {}
  const lines = text.split('\n')
  const add = (source: string | null, line: number, from: number, to?: number): void => {
    const part = source === null ? bundled : partOf(source)
    texts[part] = (texts[part] ?? '') + (lines[line]?.slice(from, to) ?? '')
  }
  let last: { source: string | null; line: number; column: number } | undefined
  if (!hasAsset(`${name}.map`)) return { [bundled]: text } // the bundler's runtime
  eachMapping(new TraceMap(readAsset(`${name}.map`)), ({ source, generatedLine, generatedColumn }) => {
    const line = generatedLine - 1
    if (last === undefined) add(null, 0, 0, line === 0 ? generatedColumn : undefined)
    else add(last.source, last.line, last.column, line === last.line ? generatedColumn : undefined)
    last = { source, line, column: generatedColumn }
  })
  if (last !== undefined) add(last.source, last.line, last.column)
  return texts
}

function partOf(source: string): string {
  const path = source.replace(/^(\.\.\/)+/, '').replace(/^.*(?=node_modules\/)/, '')
  return parts.find(([, pattern]) => pattern.test(path))?.[0] ?? packageOf(path)
}

function packageOf(path: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? bundled
}

function gzipBytes(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
