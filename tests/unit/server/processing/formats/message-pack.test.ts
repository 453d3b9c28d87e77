import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessagePack } from '#server/processing/formats/minidump/message-pack.ts'
import { toMessagePack } from '#tests/support/native/message-pack.ts'
import { runs } from '#tests/support/run/doses.ts'

const read = (hex: string) => parseMessagePack(Buffer.from(hex.replaceAll(' ', ''), 'hex'), 64)

describe('parseMessagePack()', () => {
  // The first byte of each format of the specification.
  it.each<[string, unknown]>([
    ['00', 0],
    ['7f', 127],
    ['ff', -1],
    ['e0', -32],
    ['c0', null],
    ['c2', false],
    ['c3', true],
    ['cc ff', 255],
    ['cd 0100', 256],
    ['ce ffffffff', 4_294_967_295],
    ['cf 0000000100000000', 4_294_967_296],
    ['d0 80', -128],
    ['d1 ff00', -256],
    ['d2 80000000', -2_147_483_648],
    ['d3 ffffffffffffffff', -1],
    ['ca 3fc00000', 1.5],
    ['cb 3ff8000000000000', 1.5],
    ['a0', ''],
    ['a2 c3a9', 'é'],
    ['d9 01 61', 'a'],
    ['da 0001 61', 'a'],
    ['db 00000001 61', 'a'],
    ['c4 01 61', 'a'],
    ['c5 0001 61', 'a'],
    ['c6 00000001 61', 'a'],
    ['90', []],
    ['92 01 91 02', [1, [2]]],
    ['dc 0001 01', [1]],
    ['dd 00000001 01', [1]],
    ['80', {}],
    ['81 a161 01', { a: 1 }],
    ['81 01 02', { 1: 2 }],
    ['de 0001 a161 01', { a: 1 }],
    ['df 00000001 a161 01', { a: 1 }],
    ['d4 01 61', null],
    ['d8 01 00112233445566778899aabbccddeeff', null],
    ['c7 02 01 6161', null],
    ['c8 0001 01 61', null],
    ['c9 00000001 01 61', null],
  ])('reads %s as %j', (hex, value) => {
    expect(read(hex)).toEqual({ values: [value], isWhole: true })
  })

  it('reads all values that follow each other, and of nothing none', () => {
    expect(read('01 a161 81 a161 02')).toEqual({ values: [1, 'a', { a: 2 }], isWhole: true })
    expect(read('')).toEqual({ values: [], isWhole: true })
  })

  it.each([
    ['is cut off in a text', '01 a361'],
    ['is cut off in a number', '01 cf00'],
    ['says a text of 4 GiB', '01 dbffffffff61'],
    ['says a list of four thousand million', '01 ddffffffff 0102'],
    ['says a map of four thousand million', '01 dfffffffff a16101'],
    ['says a type of 4 GiB', '01 c9ffffffff 01'],
    ['begins with the byte that is none', '01 c1 02'],
    ['has a list as a name', '01 81 90 01'],
  ])('gives what came before a value that %s', (_what, hex) => {
    expect(read(hex)).toEqual({ values: [1], isWhole: false })
  })

  it('takes __proto__ as a member like others', () => {
    const [value] = read('81 a95f5f70726f746f5f5f 81 a161 01').values
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('reads what is nested 64 times, and no deeper', () => {
    const nested = (times: number) => `${'91'.repeat(times)}01`
    expect(read(nested(64)).isWhole).toBe(true)
    expect(read(nested(65)).isWhole).toBe(false)
    expect(read('81a161'.repeat(1_000_000)).isWhole).toBe(false)
  })

  it('reads 100,000 values, and no more', () => {
    expect(read('c0'.repeat(100_000)).isWhole).toBe(true)
    const { values, isWhole } = read('c0'.repeat(100_001))
    expect([values.length, isWhole]).toEqual([100_000, false])
  })

  it('reads any JSON that was written so', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const [given] = parseMessagePack(toMessagePack(value), 64).values
        expect(JSON.stringify(given)).toBe(JSON.stringify(value))
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('throws for no bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(parseMessagePack(bytes, 64).values.length).toBeLessThanOrEqual(bytes.length)
      }),
      { numRuns: runs(1_000) },
    )
  })
})
