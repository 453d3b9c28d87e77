import { createStackParser, type StackFrame as SentryFrame } from '@sentry/core'
import { nodeStackLineParser } from '@sentry/core/server'
import { defaultStackParser } from '@sentry/react'
import { describe, expect, it } from 'vitest'
import { parseStack, type StackOptions } from '#telemetry/errors/thrown/stacktrace.ts'
import { createNodeFrames } from '#telemetry/node/frames.ts'
import chrome from '#tests/fixtures/stacks/chrome.json' with { type: 'json' }
import firefox from '#tests/fixtures/stacks/firefox.json' with { type: 'json' }
import node from '#tests/fixtures/stacks/node.json' with { type: 'json' }
import safari from '#tests/fixtures/stacks/safari.json' with { type: 'json' }

interface Sample {
  message: string
  stack: string
}

/** A frame in one line: `load https://shop.example/a.js:1:2`. */
type Place = string

const placeOf = (name = '?', file = '', line: number | undefined, column: number | undefined): Place =>
  `${name} ${[file, line, column].filter((part) => part !== undefined).join(':')}`

function ourPlaces({ message, stack }: Sample, options?: StackOptions): Place[] {
  const frames = parseStack(stack, message, options).toReversed()
  return frames.map((frame) => placeOf(frame.function, frame.abs_path, frame.lineno, frame.colno))
}

/** Where we want something else than Sentry has, whatever the engine. */
const wanted: { why: string; change: (place: Place, engine: string) => Place }[] = [
  {
    why: '`async` is how it was called, not its name',
    change: (place) => place.replace(/^async (?=\S+ )/, ''),
  },
  {
    why: "so are Firefox's marks of callbacks",
    change: (place) => place.replace(/^[^/]*\*(\S*)/, (_, name) => name || '?'),
  },
  { why: 'and its mark of a function within', change: (place) => place.replace(/^(\S+?)(?:\/<)+ /, '$1 ') },
  {
    why: 'a query or fragment may hold secrets',
    change: (place) => place.replace(/[?#][^ ]*?(:\d+:\d+)$/, '$1'),
  },
  {
    why: 'a place among promises is no path to look for on a disk',
    change: (place, engine) => (engine === 'node' ? place.replace(/ index \d+$/, ' <anonymous>') : place),
  },
  {
    why: 'an anonymous method is shown as the engine does',
    change: (place) => place.replace(/\.\? /, '.<anonymous> '),
  },
]

const cart = 'https://shop.example/assets/cart'
const blob = 'f9e2dd9b-32e4-4b0f-a991-8314a651ae0c'
const evalAt = (line: number, column: number, within: string): Place =>
  `eval eval at <anonymous> (file:///srv/shop/cart.mjs:${line}:${column}), <anonymous>:${within}`

/** Where we want something else in one sample: Sentry's place, and ours. Undefined is none. */
const wantedIn: Record<string, { why: string; changes: [theirs: Place, ours: Place | undefined][] }> = {
  'chrome: a message of two lines': {
    why: 'a message must not pose as frames',
    changes: [['second https://evil.example/a.js:1:2', undefined]],
  },
  'chrome: Promise.all': {
    why: 'brackets may be part of an address',
    changes: [[`async ${cart}%20 1)-BX12abcd.js:23:40`, `? ${cart}%20(1)-BX12abcd.js:23:40`]],
  },
  'chrome: an async generator': {
    why: 'the same',
    changes: [[`async ${cart}%20 1)-BX12abcd.js:24:64`, `? ${cart}%20(1)-BX12abcd.js:24:64`]],
  },
  'chrome: a data address': {
    why: 'the line in it is known',
    changes: [['Module.f <data:text/javascript>', 'Module.f data:text/javascript:1:32']],
  },
  'firefox: eval': {
    why: 'Firefox names no function there',
    changes: [[`eval ${cart}-BX12abcd.js:9`, `? ${cart}-BX12abcd.js:9`]],
  },
  'firefox: eval in eval': {
    why: 'the same',
    changes: [[`eval ${cart}-BX12abcd.js:10`, `? ${cart}-BX12abcd.js:10`]],
  },
  'firefox: new Function': {
    why: 'it stands where it was made, as evaluated code does',
    changes: [[`anonymous ${cart}-BX12abcd.js line 11 > Function:3:1`, `anonymous ${cart}-BX12abcd.js:11`]],
  },
  'firefox: a worker of a blob': {
    why: 'blob: is part of the address',
    changes: [[`work@blob: https://shop.example/${blob}:1:7`, `work blob:https://shop.example/${blob}:1:7`]],
  },
  'node: eval': {
    why: 'evaluated code stands where it was evaluated, as it does for browsers',
    changes: [[evalAt(22, 20, '1:1'), 'eval /srv/shop/cart.mjs:22:20']],
  },
  'node: new Function': {
    why: 'the same',
    changes: [[evalAt(23, 28, '3:1'), 'eval /srv/shop/cart.mjs:23:28']],
  },
}

function theirPlaces(engine: string, name: string, frames: SentryFrame[]): Place[] {
  const changes = new Map(wantedIn[`${engine}: ${name}`]?.changes)
  return frames.toReversed().flatMap((frame) => {
    const place = placeOf(frame.function, frame.filename, frame.lineno, frame.colno)
    if (changes.has(place)) return changes.get(place) ?? []
    return [wanted.reduce((changed, { change }) => change(changed, engine), place)]
  })
}

const parseNode = createStackParser(nodeStackLineParser())

describe.each([
  { engine: 'chrome', file: chrome, parse: defaultStackParser, options: undefined },
  { engine: 'firefox', file: firefox, parse: defaultStackParser, options: undefined },
  { engine: 'safari', file: safari, parse: defaultStackParser, options: undefined },
  { engine: 'node', file: node, parse: parseNode, options: createNodeFrames() },
])('frames of $engine, as Sentry reads them', ({ engine, file, parse, options }) => {
  const samples: Record<string, Sample> = file.stacks
  it.each(Object.keys(samples))('%s', (name) => {
    const sample = samples[name] ?? { message: '', stack: '' }
    expect(ourPlaces(sample, options)).toEqual(theirPlaces(engine, name, parse(sample.stack)))
    expect(ourPlaces(sample, options).length).toBeGreaterThan(0)
  })
})

it('has a dozen samples of each engine', () => {
  for (const { stacks } of [chrome, firefox, safari, node])
    expect(Object.keys(stacks).length).toBeGreaterThanOrEqual(12)
})
