import type { NormalizedException, NormalizedFrame } from '../event.ts'

/** In-app frames decide; with none of them, all do. Recursion folds into one. */
export function frameSignatures(exception: NormalizedException): string[] {
  const frames = exception.stacktrace?.frames ?? []
  const own = frames.filter((frame) => frame.in_app)
  const signatures: string[] = []
  for (const frame of own.length > 0 ? own : frames) {
    const signature = frameSignature(frame)
    if (signature === '') continue
    signatures.push(signature)
    foldLastCycle(signatures)
  }
  return signatures
}

const LONGEST_CYCLE = 4

/** Recursion, through one function or by turns through up to four, counts as one round of it. */
function foldLastCycle(signatures: string[]): void {
  const { length } = signatures
  for (let cycle = 1; cycle <= LONGEST_CYCLE && 2 * cycle <= length; cycle++) {
    const isRepeated = signatures
      .slice(-cycle)
      .every((name, index) => name === signatures[length - 2 * cycle + index])
    if (isRepeated) {
      signatures.length -= cycle
      return
    }
  }
}

/** File and function: lines move with every edit. */
function frameSignature(frame: NormalizedFrame): string {
  const file =
    frame.module === undefined ? fileName(frame.filename ?? frame.abs_path ?? '') : moduleName(frame.module)
  const name = functionName(frame.function ?? '')
  return file === '' && name === '' ? '' : `${file}:${name}`
}

/** The base name: directories, queries and bundlers' hashes differ between machines and deploys. */
function fileName(path: string): string {
  if (/^(?:data|blob|about):|^<.*>$/.test(path)) return ''
  const base = path.replace(/[?#].*$/, '').replace(/^.*[\\/]/, '')
  return withoutHash(base.toLowerCase())
}

function moduleName(module: string): string {
  return withoutHash(module.toLowerCase().replace(/^.*\//, ''))
}

/** `app-b81c3f2e.js` and `app.CX9dkP3q.js`: eight or more characters with a digit among them. */
function withoutHash(name: string): string {
  return name.replace(/[-._](?=[a-z]*\d)[\da-z_]{8,64}(?=\.|$)/g, '')
}

/** The last part: `Object.charge`, `async charge` and `Cart.charge [as pay]` are one function. */
function functionName(name: string): string {
  const plain = name.replace(/ \[as [^\]]*\]$/, '').replace(/\(.*$/, '')
  const last = /[^.\s:/]*$/.exec(plain)?.[0] ?? ''
  return /^(?:<?anonymous>?|\?|<.*>|lambda.*|eval)$/i.test(last) ? '' : last
}
