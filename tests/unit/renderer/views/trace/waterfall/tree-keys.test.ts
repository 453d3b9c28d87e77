import { expect, it } from 'vitest'
import { parseTreeKey } from '#renderer/views/trace/waterfall/tree-keys.ts'
import { aWaterfall } from '#tests/support/builders/a-waterfall.ts'

/** Three rows below the first, of which the second has one below it that is collapsed. */
const rows = [
  { depth: 0, size: 4 },
  { depth: 1, size: 0 },
  { depth: 1, size: 1 },
  { depth: 1, size: 0 },
].map((row, index) => ({ ...aWaterfall.row(row), index }))

const press = (key: string, active: number) =>
  parseTreeKey(key, {
    active,
    visibleCount: rows.length,
    rowsAPage: 2,
    rowAt: (visible) => rows[visible],
    isCollapsed: ({ index }) => index === 2,
  })

it.each([
  ['ArrowDown', 1, { to: 2 }],
  ['ArrowDown', 3, { to: 3 }],
  ['ArrowUp', 0, { to: 0 }],
  ['PageDown', 0, { to: 2 }],
  ['PageUp', 3, { to: 1 }],
  ['Home', 3, { to: 0 }],
  ['End', 0, { to: 3 }],
  ['Enter', 1, { open: 1 }],
  [' ', 1, { open: 1 }],
  ['ArrowRight', 0, { to: 1 }],
  ['ArrowRight', 1, undefined],
  ['ArrowRight', 2, { toggle: 2 }],
  ['ArrowLeft', 0, { toggle: 0 }],
  ['ArrowLeft', 2, { to: 0 }],
  ['ArrowLeft', 3, { to: 0 }],
  ['a', 0, undefined],
] as const)('%s on row %i', (key, active, move) => {
  expect(press(key, active)).toEqual(move)
})
