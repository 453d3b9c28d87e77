import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zip } from '#telemetry/build/zip.ts'

it('packs files that others can unpack, behind a prefix', () => {
  const bytes = Buffer.from('pay()'.repeat(1000))
  const packed = zip(Buffer.from('SYSB'), [
    { name: 'files/añadir.js', bytes },
    { name: 'empty', bytes: Buffer.alloc(0) },
  ])
  const unpacked = unzipSync(new Uint8Array(packed))
  expect(Object.keys(unpacked)).toEqual(['files/añadir.js', 'empty'])
  expect(strFromU8(unpacked['files/añadir.js'] ?? new Uint8Array())).toBe(bytes.toString())
  expect(packed.length).toBeLessThan(500)
})

it('makes the same archive of the same files', () => {
  const entries = [{ name: 'app.js', bytes: Buffer.from('pay()') }]
  expect(zip(Buffer.alloc(8), entries)).toEqual(zip(Buffer.alloc(8), entries))
})
