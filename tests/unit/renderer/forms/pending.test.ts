import { describe, expect, it } from 'vitest'
import { createPending } from '#renderer/forms/pending.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

function aPending() {
  const shown: boolean[] = []
  const clock = createHandClock()
  return { shown, clock, pending: createPending((isPending) => shown.push(isPending), clock.setTimer) }
}

describe('createPending()', () => {
  it('says nothing of a wait that is not felt', () => {
    const { shown, clock, pending } = aPending()
    const end = pending.begin()
    clock.advance(149)
    end()
    clock.advance(1_000)
    expect(shown).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('says it after 150 ms, and when it is over, once', () => {
    const { shown, clock, pending } = aPending()
    const end = pending.begin()
    clock.advance(150)
    expect(shown).toEqual([true])
    end()
    end()
    expect(shown).toEqual([true, false])
  })

  it('lasts as long as anything that is felt', () => {
    const { shown, clock, pending } = aPending()
    const endFirst = pending.begin()
    clock.advance(200)
    const endSecond = pending.begin()
    clock.advance(200)
    endFirst()
    expect(shown.at(-1)).toBe(true)
    endSecond()
    expect(shown.at(-1)).toBe(false)
  })
})
