import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStack, type StackOptions } from '#telemetry/errors/thrown/stacktrace.ts'
import { limits } from '#telemetry/limits.ts'
import { createNodeFrames } from '#telemetry/node/frames.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

/** Innermost first, as people read a stack. */
function places(stack: string, message = '', options?: StackOptions): string[] {
  return parseStack(stack, message, options)
    .toReversed()
    .map((frame) => `${frame.function ?? '-'} ${frame.abs_path}:${frame.lineno ?? '-'}:${frame.colno ?? '-'}`)
}

describe('parseStack()', () => {
  it("reads Node's text", () => {
    const stack = [
      'TypeError: no price',
      '    at priceOf (file:///srv/shop%20one/cart.ts:10:5)',
      '    at async Promise.all (index 0)',
      '    at async load (/srv/shop/loader.ts:3:7)',
      '    at new Cart (/srv/shop/cart.ts:4:1)',
      '    at Object.<anonymous> (/srv/shop/main.ts:1:2)',
      '    at Array.map (<anonymous>)',
      '    at Store.find [as get] (/srv/shop/store.ts:8:3)',
      '    at /srv/shop/anonymous.ts:5:6',
      '    at async file:///srv/shop/main.ts:9:1',
      '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    ].join('\n')
    expect(places(stack, 'no price', createNodeFrames())).toEqual([
      'priceOf /srv/shop one/cart.ts:10:5',
      'Promise.all <anonymous>:-:-',
      'load /srv/shop/loader.ts:3:7',
      'new Cart /srv/shop/cart.ts:4:1',
      'Object.<anonymous> /srv/shop/main.ts:1:2',
      'Array.map <anonymous>:-:-',
      'Store.find [as get] /srv/shop/store.ts:8:3',
      '- /srv/shop/anonymous.ts:5:6',
      '- /srv/shop/main.ts:9:1',
      'process.processTicksAndRejections node:internal/process/task_queues:105:5',
    ])
  })

  it("reads Chrome's, evaluated code and Windows paths too", () => {
    const stack = [
      'Error: x',
      '    at pay (https://shop.example/assets/entry-BX12abcd.js:1:2345)',
      '    at eval (eval at run (https://shop.example/a.js:7:9), <anonymous>:1:1)',
      '    at load (C:\\shop\\main.js:3:4)',
      '    at open (file:///C:/shop/main.js:5:6)',
      '    at native',
    ].join('\n')
    expect(places(stack, 'x', createNodeFrames())).toEqual([
      'pay https://shop.example/assets/entry-BX12abcd.js:1:2345',
      'eval https://shop.example/a.js:7:9',
      'load C:\\shop\\main.js:3:4',
      'open C:/shop/main.js:5:6',
      '- native:-:-',
    ])
  })

  it('gives code that a browser evaluated for its driver no file', () => {
    const stack = 'Error: x\n    at eval (eval at evaluate (:370:30), <anonymous>:1:1)'
    expect(parseStack(stack, 'x')).toMatchObject([
      { filename: '<anonymous>', lineno: 1, colno: 1, in_app: false, function: 'eval' },
    ])
  })

  it('gives code that evaluated code evaluated the file of the first, whatever parentheses that has', () => {
    const stack = [
      'Error: x',
      '    at eval (eval at <anonymous> (eval at run (/app/(shop)/a.js:7:9)), <anonymous>:1:1)',
    ].join('\n')
    expect(places(stack, 'x')).toEqual(['eval /app/(shop)/a.js:7:9'])
  })

  it("reads V8's frames of packages with a scope, though Firefox writes an @ too", () => {
    const stack = 'Error: x\n    at load (/app/node_modules/@shop/cart/index.js:3:4)'
    expect(places(stack, 'x')).toEqual(['load /app/node_modules/@shop/cart/index.js:3:4'])
  })

  it("reads Firefox's", () => {
    const stack = [
      'pay@https://shop.example/a.js:1:2',
      'async*load@https://shop.example/a.js:3:4',
      'render/<@https://shop.example/a.js:5:6',
      '@https://shop.example/a.js:7:8',
      '@https://shop.example/a.js line 9 > eval:1:1',
      '',
    ].join('\n')
    expect(places(stack)).toEqual([
      'pay https://shop.example/a.js:1:2',
      'load https://shop.example/a.js:3:4',
      'render https://shop.example/a.js:5:6',
      '- https://shop.example/a.js:7:8',
      '- https://shop.example/a.js:9:-',
    ])
  })

  it("reads Safari's", () => {
    const stack = [
      'pay@https://shop.example/a.js:1:2',
      'forEach@[native code]',
      'https://shop.example/a.js:3:4',
      'global code@https://shop.example/:5:6',
    ].join('\n')
    expect(places(stack)).toEqual([
      'pay https://shop.example/a.js:1:2',
      'forEach [native code]:-:-',
      '- https://shop.example/a.js:3:4',
      'global code https://shop.example/:5:6',
    ])
  })

  it('takes nothing of the message for a frame', () => {
    const message = 'refused\n    at forged (/etc/passwd:1:1)\nby@https://evil.example:1:1'
    expect(places(`Error: ${message}\n    at real (/srv/a.ts:1:2)`, message)).toEqual(['real /srv/a.ts:1:2'])
  })

  it('keeps the first frame of browsers that begin with it, though the message stands in it', () => {
    expect(places('pay@https://x.example/a.js:1:2', 'x')).toEqual(['pay https://x.example/a.js:1:2'])
    expect(places('https://x.example/a.js:1:2', '/a.js')).toEqual(['- https://x.example/a.js:1:2'])
  })

  it('keeps the text whole when the message happens to stand in a later line', () => {
    expect(places('a@https://x.example/a.js:1:2\nb@https://x.example/b.js:3:4', 'b.js')).toHaveLength(2)
  })

  it('drops query and fragment, which may hold secrets of an address with an inline script', () => {
    const [frame] = parseStack('    at https://shop.example/reset?token=4f9a#top:3:4')
    expect(frame).toMatchObject({ abs_path: 'https://shop.example/reset', lineno: 3, colno: 4 })
  })

  it.each([
    ['/srv/shop', '/srv/shop/pages/cart.ts', 'pages/cart.ts'],
    ['/srv/shop/', '/srv/shop/pages/cart.ts', 'pages/cart.ts'],
    ['file:///srv/shop/', '/srv/shop/pages/cart.ts', 'pages/cart.ts'],
    ['/srv/shop', '/srv/shop-two/cart.ts', '/srv/shop-two/cart.ts'],
    ['C:\\shop', 'C:\\shop\\cart.ts', 'cart.ts'],
  ])('below %s names %s %s', (appRoot, path, filename) => {
    expect(parseStack(`    at f (${path}:1:2)`, '', createNodeFrames(appRoot))[0]).toMatchObject({
      filename,
      abs_path: path,
    })
  })

  it.each([
    ['/srv/shop/cart.ts', true],
    ['https://shop.example/assets/a.js', true],
    ['/srv/shop/node_modules/vike/server.js', false],
    ['C:\\shop\\node_modules\\vike\\server.js', false],
    ['node:internal/process/task_queues', false],
    ['node:fs', false],
    ['chrome-extension://abcdef/content.js', false],
    ['safari-web-extension://abcdef/content.js', false],
    ['wasm://wasm/0012', false],
  ])('takes %s for in-app: %s', (path, inApp) => {
    expect(parseStack(`    at f (${path}:1:2)`)[0]?.in_app).toBe(inApp)
  })

  it('keeps both ends of a stack that is too long', () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `    at f${index} (/a.ts:${index + 1}:1)`)
    const frames = parseStack(lines.join('\n'))
    expect(frames).toHaveLength(limits.frames)
    expect([frames[0]?.function, frames.at(-1)?.function]).toEqual(['f999', 'f0'])
  })

  it('never throws, whatever the text', () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.string(), fc.string(), fc.integer(), fc.integer())
        .map(([f, p, l, c]) => `    at ${f} (${p}:${l}:${c})`),
      fc.tuple(fc.string(), fc.webUrl()).map(([f, url]) => `${f}@${url}:1:1`),
      fc.constantFrom(
        '    at ',
        '    at (',
        '    at %E0%A4%A (file:///%E0%A4%A:1:1)',
        '@',
        '@@:1',
        'eval at (',
      ),
    )
    fc.assert(
      fc.property(fc.array(line), fc.string(), fc.string(), (lines, message, appRoot) => {
        for (const frame of parseStack(lines.join('\n'), message, createNodeFrames(appRoot))) {
          expect(typeof frame.abs_path).toBe('string')
          expect(typeof frame.in_app).toBe('boolean')
        }
      }),
    )
  })

  it('does not slow down on lines made to make it', () => {
    const lines = ['    at ', '@', ':1', 'eval at ('].map((part) => part.repeat(200_000))
    const startedAt = cpuMs()
    parseStack(lines.join('\n'))
    for (const end of ['', ')', ':1', '@']) {
      parseStack(Array.from({ length: 2_000 }, () => `    at ${' ('.repeat(450)}${end}`).join('\n'))
    }
    expect(cpuMs() - startedAt).toBeLessThan(2_000)
  })
})
