import { expect, it } from 'vitest'
import { parseRouteId } from '#renderer/page/route-id.ts'

it.each([
  ['1', 1],
  ['418', 418],
  ['9007199254740991', 9007199254740991],
])('parseRouteId() takes %s', (text, id) => expect(parseRouteId(text)).toBe(id))

it.each([
  undefined,
  '',
  '0',
  '01',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '0x1',
  'latest',
  '9007199254740992',
  '1'.repeat(40),
])('parseRouteId() refuses %j', (text) => expect(parseRouteId(text)).toBeUndefined())
