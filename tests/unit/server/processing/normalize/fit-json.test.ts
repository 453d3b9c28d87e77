import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitJson } from '#server/processing/normalize/fit-json.ts'
import { runs } from '#tests/support/run/doses.ts'

it('leaves out members that have no room, and cuts texts', () => {
  expect(fitJson({ a: [1, null], b: 'x' }, 100)).toEqual({ text: '{"a":[1,null],"b":"x"}', isWhole: true })
  expect(fitJson({ a: 'x'.repeat(100), b: 1 }, 30)).toEqual({
    text: `{"a":"${'x'.repeat(20)}…"}`,
    isWhole: false,
  })
  expect(fitJson([{ list: Array.from({ length: 50 }, (_, at) => at) }, 'more'], 40)).toEqual({
    text: '[{"list":[0,1,2,3,4,5,6,7,8]},"more"]',
    isWhole: false,
  })
})

it('gives JSON that can be read, of the length at most, from any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 40, max: 400 }), (value, longest) => {
      const { text, isWhole } = fitJson(value, longest)
      expect(text.length).toBeLessThanOrEqual(longest)
      const read: unknown = JSON.parse(text)
      if (isWhole) expect(text).toBe(JSON.stringify(value))
      else expect(Array.isArray(read)).toBe(Array.isArray(value))
    }),
    { numRuns: runs(500) },
  )
})
