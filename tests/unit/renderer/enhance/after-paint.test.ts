import { expect, it } from 'vitest'
import { afterPaint } from '#renderer/enhance/after-paint.ts'

function open() {
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  let done = 0
  const window = {
    requestAnimationFrame: (work: () => void) => frames.push(work),
    cancelAnimationFrame: (frame: number) => frames.splice(frame - 1, 1),
    setTimeout: (work: () => void) => timers.push(work),
  } as unknown as Window // what is asked of it
  const work = afterPaint(window, () => done++)
  const runAll = (works: (() => void)[]) => {
    for (const each of works.splice(0)) each()
  }
  return { ...work, done: () => done, frame: () => runAll(frames), timer: () => runAll(timers) }
}

it('waits for a frame, and for what comes after it', () => {
  const at = open()
  at.timer()
  at.frame()
  expect(at.done()).toBe(0)
  at.timer()
  expect(at.done()).toBe(1)
})

it('is done once, where it is asked for earlier', () => {
  const at = open()
  at.now()
  at.frame()
  at.timer()
  at.now()
  expect(at.done()).toBe(1)
})

it('is not done where it was given up, in the frame or after it', () => {
  const [early, late] = [open(), open()]
  early.cancel()
  late.frame()
  late.cancel()
  for (const at of [early, late]) {
    at.frame()
    at.timer()
    at.now()
    expect(at.done()).toBe(0)
  }
})
