import { describe, expect, it } from 'vitest'
import { originalOf, wrapMethod } from '#telemetry/instrument/wrap.ts'
import { untilStopped } from '#tests/support/servers/until-stopped.ts'

const double = (target: { value(): number }) =>
  untilStopped((signal) => wrapMethod(target, 'value', (call) => call() * 2, signal))

describe('wrapMethod()', () => {
  it('wraps, knows the original, and takes the wrapper away again', () => {
    const value = () => 1
    const target = { value }
    const stop = double(target)
    expect(target.value()).toBe(2)
    expect(originalOf(target.value)).toBe(value)
    stop()
    expect(target.value).toBe(value)
  })

  it('hands on what is called, with which arguments, and takes changed ones', () => {
    const seen: unknown[] = []
    const host = {
      factor: 3,
      times(...numbers: number[]) {
        return numbers.map((number) => number * this.factor)
      },
    }
    wrapMethod(host, 'times', (call, args, self) => {
      seen.push([...args], self)
      args[0] = 10
      return call()
    })
    expect(host.times(1, 2)).toEqual([30, 6])
    expect(seen).toEqual([[1, 2], host])
  })

  it('goes quiet and stays in the chain when somebody has wrapped it since', () => {
    const target = { value: () => 1 }
    const stop = double(target)
    const ours = target.value
    const theirs = () => ours() + 10
    target.value = theirs
    stop()
    expect(target.value).toBe(theirs)
    expect(target.value()).toBe(11)
  })

  it('looks through several wrappers of ours', () => {
    const value = () => 1
    const target = { value }
    double(target)
    double(target)
    expect(target.value()).toBe(4)
    expect(originalOf(target.value)).toBe(value)
    expect(originalOf(value)).toBe(value)
  })

  it('leaves a host alone that cannot be wrapped', () => {
    const frozen = Object.freeze({ value: () => 1 })
    double(frozen)()
    expect(frozen.value()).toBe(1)
    const { value: _, ...without } = { value: () => 1, other: 2 }
    expect(() => double(without as never)()).not.toThrow() // as an old browser lacks a method
  })
})
