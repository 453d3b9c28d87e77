import { globSync, readFileSync } from 'node:fs'

/** What a test changes of the thread that it runs in, and does not put back: its environment, its modules, its globals. */
const marks = [
  /\bvi\.(?:mock|reset|set)/,
  /\bprocess\.(?:chdir|env|on)\b/,
  /\bglobalThis\.\w+ = /,
  /\(globalThis, /,
  /\bsetCurrentClient\(|\bSentry\.init\(/,
  /defineProperty\((?:window|document)\b/,
]
const ofDocuments = /@vitest-environment happy-dom/

/** Unit tests by what they need; those that are in neither list share a few processes, with the modules that they import. */
export interface NeedyFiles {
  /** A thread of their own. */
  stateful: string[]
  /** A document. They share threads with each other: React asks once, when it is loaded, whether there is one. */
  dom: string[]
}

export function listNeedyFiles(root: string): NeedyFiles {
  const files = globSync('tests/unit/**/*.test.{ts,tsx}', { cwd: root }).sort()
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
  const isMarked = (file: string) => marks.some((mark) => mark.test(sources.get(file) ?? ''))
  const hasDocument = (file: string) => ofDocuments.test(sources.get(file) ?? '')
  return {
    stateful: files.filter(isMarked),
    dom: files.filter((file) => hasDocument(file) && !isMarked(file)),
  }
}
