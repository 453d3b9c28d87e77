import { describe, expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { scrub } from '#server/processing/scrubbing/scrub.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'

const stackOf = (...names: string[]) => ({
  frames: names.map((name) => ({ function: name, filename: 'Cart.java' })),
})
const read = (event: Record<string, unknown>) =>
  normalize(event, { eventId: '0'.repeat(32), receivedAt: 1_700_000_000_000 })

/** Names, with a mark for the one that failed and the innermost call of each that has a stack. */
function tell(event: Record<string, unknown>): string[] | undefined {
  return read(event).threads?.map(({ name, id, failed, stacktrace }) =>
    [failed ? '!' : '', name ?? id ?? '', stacktrace?.frames.at(-1)?.function].filter(Boolean).join(' '),
  )
}

describe('threads', () => {
  it('of a native crash stand behind the one that crashed, whose stack is the exception’s', () => {
    const event = {
      platform: 'cocoa',
      exception: { values: [{ type: 'EXC_BAD_ACCESS', thread_id: 1 }] },
      threads: {
        values: [
          { id: 0, name: 'main', main: true, current: true, stacktrace: stackOf('run', 'idle') },
          { id: 1, crashed: true, stacktrace: stackOf('start', 'total') },
        ],
      },
    }
    expect(tell(event)).toEqual(['! 1', 'main idle'])
    const { exception, threads } = read(event)
    expect(exception.values[0]?.stacktrace?.frames.at(-1)?.function).toBe('total')
    expect(threads?.[1]).toMatchObject({ id: '0', main: true })
  })

  it('of Java are known by their names and states', () => {
    const event = {
      platform: 'java',
      exception: { values: [{ type: 'E', thread_id: 17, stacktrace: stackOf('run', 'total') }] },
      threads: {
        values: [
          { id: 3, name: 'Finalizer', state: 'WAITING', daemon: true, stacktrace: stackOf('wait') },
          { id: 17, name: 'exec-3', state: 'RUNNABLE', crashed: false },
        ],
      },
    }
    expect(tell(event)).toEqual(['! exec-3', 'Finalizer wait'])
    expect(read(event).threads?.map(({ state }) => state)).toEqual(['RUNNABLE', 'WAITING'])
  })

  it('are kept once where the SDK sends the stack twice, and twice where they differ', () => {
    const event = (stack: object) => ({
      exception: { values: [{ type: 'E', stacktrace: stackOf('a') }] },
      threads: [{ id: 1, crashed: true, name: 'main', stacktrace: stack }],
    })
    expect(tell(event(stackOf('a')))).toEqual(['! main'])
    expect(tell(event(stackOf('b')))).toEqual(['! main b'])
  })

  it.each([
    ['none', 'x'],
    ['no list', { values: 'x' }],
    ['what says nothing', [{ id: 1, current: true }, null, 7]],
    ['the one whose stack the event has', [{ current: true, stacktrace: stackOf('a') }]],
  ])('are left out for %s', (_name, threads) => {
    expect(tell({ message: 'm', threads })).toBeUndefined()
  })

  it('are bounded, and it is said', () => {
    const threads = Array.from({ length: 500 }, (_, id) => ({ id, name: 'n'.repeat(2_000) }))
    const event = read({ threads: [...threads, { id: 'last', crashed: true }] })
    expect(event.threads).toHaveLength(200)
    expect(event.threads?.[0]).toEqual({ id: 'last', failed: true, crashed: true })
    expect(event.threads?.[1]?.name?.length).toBeLessThan(300)
    expect(event.ingestion_warnings).toContain('threads: 200 of 501 were kept')
  })

  it('keep no secrets', () => {
    const vars = { password: 'hunter2' }
    const threads = [
      { name: 'job Bearer abc.def.ghi-0123456789', stacktrace: { frames: [{ function: 'f', vars }] } },
      { name: 'b' },
    ]
    const text = JSON.stringify(scrub(read({ threads }), scrubberFor()))
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('abc.def.ghi')
  })
})
