import { describe, expect, it } from 'vitest'
import { asSent, stackForms } from '#renderer/views/event/stack/frames-as-sent.ts'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { withSources } from '#server/processing/source-maps/frame-sources.ts'
import { listScriptFrames } from '#server/processing/source-maps/script-frames.ts'

const frame = { function: 't', abs_path: 'https://shop.example/app.js', lineno: 1, colno: 9, in_app: true }

function event(frames: object[]): NormalizedEvent {
  const stacktrace = { frames }
  return normalize(
    {
      platform: 'javascript',
      exception: { values: [{ type: 'E', stacktrace }] },
      threads: { values: [{ id: 1, stacktrace }] },
    },
    { eventId: 'a'.repeat(32), receivedAt: 0 },
  )
}

function mapped(sent: NormalizedEvent): NormalizedEvent {
  const source = {
    ...{ by: 'debug id' as const, function: 'pay', path: 'src/cart.ts', line: 7, column: 3 },
    code: { pre_context: ['a'], context_line: 'pay()', post_context: ['b'] },
  }
  return withSources(sent, new Map(listScriptFrames(sent, 10).map((one) => [one, source])))
}

function framesOf({ exception, threads = [] }: NormalizedEvent): (NormalizedFrame | undefined)[] {
  return [...exception.values, ...threads].map(({ stacktrace }) => stacktrace?.frames[0])
}

describe('asSent()', () => {
  it.each([
    ['with a column', frame],
    ['without a name', { ...frame, function: undefined }],
    ['with lines of code', { ...frame, context_line: 'a();t();{snip}' }],
  ])('gives back frames %s, of exceptions and threads', (_, given) => {
    const sent = event([given])
    const expected = framesOf(sent).map((one) => one && { ...one, filename: frame.abs_path })
    expect(framesOf(mapped(sent))[0]?.filename).toBe('src/cart.ts')
    expect(framesOf(asSent(mapped(sent)))).toEqual(expected)
  })

  it('leaves frames that no map is of', () => {
    const sent = event([frame])
    expect(asSent(sent)).toEqual(sent)
  })
})

describe('stackForms()', () => {
  const of = (address: string) => stackForms(mapped(event([frame])), new URL(address, 'https://desk.example'))

  it('says which form an address shows, and where both are', () => {
    expect(of('/issues/7')).toEqual({
      shown: 'mapped',
      mapped: '/issues/7#stack',
      sent: '/issues/7?stack=sent#stack',
    })
    expect(of('/issues/7?show=all&stack=sent')).toEqual({
      shown: 'sent',
      mapped: '/issues/7?show=all#stack',
      sent: '/issues/7?show=all&stack=sent#stack',
    })
  })

  it('takes any other word for mapped', () => {
    expect(of('/issues/7?stack=x')?.shown).toBe('mapped')
  })

  it('gives none for a stack without mapped frames', () => {
    expect(stackForms(event([frame]), new URL('https://desk.example/issues/7'))).toBeUndefined()
  })
})
