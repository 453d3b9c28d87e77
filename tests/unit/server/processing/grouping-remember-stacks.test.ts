import { expect, it } from 'vitest'
import { parseStack, rememberStack } from '#server/processing/grouping/frames.ts'

it('reads a remembered stack once, and equal ones by themselves', () => {
  const stack = () => ({ frames: [{ function: 'total', filename: 'cart.ts', in_app: true }] })
  const remembered = stack()
  rememberStack(remembered)
  const read = (stacktrace: ReturnType<typeof stack>) => parseStack({ type: 'E', stacktrace }, 'node')
  expect(read(remembered)).toBe(read(remembered))
  const other = stack()
  expect(read(other)).not.toBe(read(other))
  expect(read(other)).toEqual(read(remembered))
})
