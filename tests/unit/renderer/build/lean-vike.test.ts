import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanVike, standInFor, withoutAssertions } from '#renderer/build/lean-vike.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const assertFile = join(repositoryRoot, 'node_modules/vike/dist/utils/assert.js')
const assertModule = readFileSync(assertFile, 'utf8')

/** Runs a module's code, and gives what it exports. */
function load(code: string): Promise<Record<string, (...args: unknown[]) => unknown>> {
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

describe('withoutAssertions()', () => {
  it.each([
    ['checks of Vike itself', `if (a) assert(b(c)); d()`, `if (a) ; d()`],
    ['warnings', `assertWarning(a, 'text', { onlyOnce: true }); b()`, `; b()`],
    ['notes', `assertInfo(false, \`text \${a}\`)`, `;`],
    ['checks of its use', `assertUsage(a, b('text'), { c })`, `;`],
    ['the text where nobody gets past', `if (a) assertUsage(false, b)`, `if (a) assertUsage(false)`],
    ['the text of an end of the way', `assert(false, { a })`, `assert(false)`],
  ])('leaves out %s', (_, code, expected) => {
    expect(withoutAssertions(code).replace(/ +/g, ' ').replace(/ \)/g, ')').trim()).toBe(expected)
  })

  it('keeps every other place, so that the source map stays true', () => {
    const code = `assert(\n  isOpen(a),\n  'text',\n);\nwork('b')`
    const lean = withoutAssertions(code)
    expect(lean).toHaveLength(code.length)
    expect(lean.indexOf('work')).toBe(code.indexOf('work'))
    expect(lean.split('\n')).toHaveLength(5)
  })

  it('leaves functions alone that only begin alike, and what a call returns', () => {
    const code = `assertNoInfiniteAbortLoop(a); const b = assert(c, 'text')`
    expect(withoutAssertions(code)).toBe(code)
  })
})

describe('standInFor()', () => {
  it('has everything that the installed Vike exports', async () => {
    const [ours, theirs] = await Promise.all([load(standInFor(assertModule)), import(assertFile)])
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort())
  })

  it('still fails where Vike would', async () => {
    const { assert, assertUsage, getProjectError } = await load(standInFor(assertModule))
    expect(() => assertUsage?.(true)).not.toThrow()
    expect(() => assertUsage?.(false)).toThrow('Cannot go on in Vike')
    expect(() => assert?.(false)).toThrow('Cannot go on in Vike')
    expect(getProjectError?.('too slow')).toEqual(new Error('too slow'))
  })

  it('refuses a Vike that exports what is not known here', () => {
    expect(() => standInFor('export { assert, assertMore }; function assert() {}')).toThrow(
      'Cannot make Vike lean: its utils/assert.js exports assertMore; give it a stand-in',
    )
    expect(() => standInFor('function assert() {}')).toThrow('exports nothing')
  })
})

describe('leanVike()', () => {
  const bundle = (source: string) =>
    build({
      configFile: false,
      logLevel: 'silent',
      root: repositoryRoot,
      plugins: [
        leanVike(),
        {
          name: 'page',
          resolveId: (id) => (id === 'page' ? '\0page.js' : undefined),
          load: (id) => (id === '\0page.js' ? source : undefined),
        },
      ],
      build: { write: false, rolldownOptions: { input: 'page' } },
    })

  it('puts the stand-ins into a build', async () => {
    const result = await bundle(`import { assert } from ${JSON.stringify(assertFile)}\nassert(window.opener)`)
    const code = JSON.stringify(result)
    expect(code).toContain('Cannot go on in Vike')
    expect(code).not.toContain('You stumbled upon a Vike bug')
  })

  it('stops a build in which Vike has no such module', async () => {
    await expect(bundle('window.page = 1')).rejects.toThrow(
      'Cannot make Vike lean: no module of its client is called utils/assert.js any more',
    )
  })
})
