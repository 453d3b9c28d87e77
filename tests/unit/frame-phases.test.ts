import { expect, it } from 'vitest'
import { phasesOf, type TraceEvent } from '#tests/support/browser/frame-phases.ts'

const event = (name: string, ts: number, dur: number, parts: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  ph: 'X',
  pid: 1,
  tid: 1,
  ts,
  dur,
  ...parts,
})
const mark = (name: string, ts: number) => event(name, ts, 0, { ph: 'I' })

it('phasesOf() gives each phase its own time between the marks, without what runs inside it', () => {
  const events = [
    event('Layout', 100, 900), // before the click
    mark('begin /rows', 1_000),
    event('RunTask', 1_000, 8_000),
    event('EventDispatch', 1_000, 6_000, { tdur: 5_000 }),
    event('FunctionCall', 1_500, 4_000),
    event('ParseHTML', 2_000, 1_000),
    event('UpdateLayoutTree', 4_000, 500),
    event('Layout', 7_000, 700),
    event('Paint', 8_000, 300),
    event('FunctionCall', 8_000, 9_000, { tid: 2 }), // another thread
    mark('end /rows', 9_000),
    event('Layout', 9_500, 700),
  ]
  expect(phasesOf(events, '/rows')).toEqual({
    total: 8,
    script: 3.5,
    parse: 1,
    style: 0.5,
    layout: 0.7,
    paint: 0.3,
    collection: 0,
    other: 2,
  })
})
