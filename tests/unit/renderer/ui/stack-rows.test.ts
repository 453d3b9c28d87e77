import { describe, expect, it } from 'vitest'
import { packageOf } from '#renderer/views/event/stack/package-of.ts'
import { stackRows } from '#renderer/views/event/stack/stack-rows.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'

const own = (name: string, code?: string): NormalizedFrame => ({
  function: name,
  filename: `${name}.ts`,
  lineno: 1,
  in_app: true,
  ...(code === undefined ? {} : { context_line: code }),
})
const vendor = (name: string): NormalizedFrame => ({
  function: name,
  filename: `node_modules/${name}/index.js`,
  in_app: false,
})

/** `totalOf`, `totalOf×3` or `[fastify vike]`, from top to bottom. */
function outline(frames: NormalizedFrame[]) {
  return stackRows(frames).map((row) => {
    if (row.kind === 'folded') return `[${row.frames.map((frame) => frame.function).join(' ')}]`
    return `${row.frame.function}${row.times > 1 ? `×${row.times}` : ''}`
  })
}

describe('stackRows()', () => {
  it('puts the innermost call first and collapses what is not ours', () => {
    const frames = [vendor('fastify'), vendor('vike'), own('loader'), vendor('lodash'), own('totalOf')]
    expect(outline(frames)).toEqual(['totalOf', '[lodash]', 'loader', '[vike fastify]'])
  })

  it('shows the innermost frame where nothing is ours', () => {
    expect(outline([vendor('fastify'), vendor('vike'), vendor('undici')])).toEqual([
      'undici',
      '[vike fastify]',
    ])
  })

  it('counts a recursion instead of repeating it', () => {
    expect(outline([own('main'), own('walk'), own('walk'), own('walk')])).toEqual(['walk×3', 'main'])
  })

  it('names each package once', () => {
    const [, folded] = stackRows([vendor('vike'), vendor('fastify'), vendor('fastify'), own('loader')])
    expect(folded).toMatchObject({ kind: 'folded', packages: ['fastify', 'vike'] })
  })

  it('opens the first frame that has code or variables', () => {
    const openOf = (frames: NormalizedFrame[]) =>
      stackRows(frames).map((row) => row.kind === 'frame' && row.isOpen)
    expect(openOf([own('a', 'x'), own('b', 'x'), own('c')])).toEqual([false, true, false])
    expect(openOf([own('a', 'x'), { ...own('b'), vars: { sku: '1' } }])).toEqual([true, false])
  })

  it('makes nothing of no frames', () => {
    expect(stackRows([])).toEqual([])
  })
})

describe('packageOf()', () => {
  it.each([
    ['/app/node_modules/fastify/lib/route.js', 'fastify'],
    ['/app/node_modules/@sentry/node/build/index.js', '@sentry/node'],
    ['/app/node_modules/.pnpm/vike@0.4.266/node_modules/vike/dist/x.js', 'vike'],
    ['C:\\app\\node_modules\\@scope\\name\\index.js', '@scope/name'],
    ['node:internal/process/task_queues', 'node'],
    ['/usr/lib/python3.13/site-packages/django/core/handlers.py', 'django'],
    ['/usr/lib/python3.13/asyncio/base_events.py', 'python'],
    ['/var/lib/gems/3.4.0/gems/rack-3.1.8/lib/rack.rb', 'rack'],
    ['/srv/vendor/symfony/http-kernel/Kernel.php', 'symfony/http-kernel'],
    ['chrome-extension://abc/content.js', 'extension'],
    ['https://shop.example/assets/index.js', undefined],
  ])('of %s is %s', (filename, name) => expect(packageOf({ filename, in_app: false })).toBe(name))

  it('takes the root of the module when no path tells', () => {
    expect(packageOf({ filename: 'core.py', module: 'django.core', in_app: false })).toBe('django')
    expect(packageOf({ module: '<anonymous>', in_app: false })).toBeUndefined()
    expect(packageOf({ in_app: false })).toBeUndefined()
  })
})
