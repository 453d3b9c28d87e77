import { describe, expect, it } from 'vitest'
import { scrubBytes } from '#server/processing/scrubbing/scrub-bytes.ts'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

const scrubber = scrubberFor()
const MIB = 1_048_576
const TEXT = 'A=b\r\nDB_PASSWORD=hunter2pass\r\nnaïve: yes\r\n'
const SCRUBBED = 'A=b\r\nDB_PASSWORD=[Filtered]\r\nnaïve: yes\r\n'

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const little = (text: string) => Buffer.from(text, 'utf16le')
const big = (text: string) => Buffer.from(text, 'utf16le').swap16()
const scrub = (bytes: Uint8Array) => Buffer.from(scrubBytes(new Uint8Array(bytes), scrubber))

describe('a file', () => {
  it.each([
    ['UTF-8', utf8],
    ['UTF-8 with its mark', (text: string) => utf8(`\ufeff${text}`)],
    ['Latin-1', latin1],
    ['UTF-16, little end first, with its mark', (text: string) => little(`\ufeff${text}`)],
    ['UTF-16, big end first, with its mark', (text: string) => big(`\ufeff${text}`)],
    ['UTF-16, little end first', little],
    ['UTF-16, big end first', big],
    ['UTF-16 with half a character at its end', (text: string) => Buffer.concat([little(text), utf8('x')])],
    ['UTF-8 with a NUL', (text: string) => utf8(`${text}\0`)],
    ['UTF-8 with a wrong byte', (text: string) => Buffer.concat([utf8(text), Buffer.from([0xff])])],
  ])('in %s is scrubbed, and keeps its encoding', (_name, encode) => {
    expect(scrub(encode(TEXT))).toEqual(encode(SCRUBBED))
    expect(scrub(encode('A=b and nothing else\r\n'))).toEqual(encode('A=b and nothing else\r\n'))
  })

  it('of JSON is read as JSON in each of them', () => {
    const given = '{"a":{"p\\u0061ssword":"hunter2pass"},"b":"ü"}'
    const rest = '{"a":{"password":"[Filtered]"},"b":"ü"}'
    for (const encode of [utf8, latin1, little, big]) expect(scrub(encode(given))).toEqual(encode(rest))
    expect(scrub(little(`\ufeff${given}`))).toEqual(little(`\ufeff${rest}`))
  })

  it("of a process's variables is scrubbed between its NULs", () => {
    expect(scrub(utf8('A=b\0DB_PASSWORD=hunter2pass\0HOME=/root\0'))).toEqual(
      utf8('A=b\0DB_PASSWORD=[Filtered]\0HOME=/root\0'),
    )
  })

  it.each([
    ['a picture', Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), utf8('password=hunter2pass')])],
    ['a dump', Buffer.concat([Buffer.alloc(400), utf8('password=hunter2pass'), Buffer.alloc(400, 3)])],
    ['what is longer than 1 MiB', utf8(`password=hunter2pass ${'x'.repeat(MIB)}`)],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s stays as it was sent', (_name, bytes) => {
    expect(scrub(bytes)).toEqual(bytes)
  })

  it.each(['password: a1', '{token:', '%2522password%2522%253A', '\u0100', '\\"', 'ü@'])(
    'in UTF-16 of 1 MiB of %j takes time that grows with it',
    (piece) => {
      const timeOf = (bytes: number) => {
        const file = new Uint8Array(little(piece.repeat(Math.floor(bytes / 2 / piece.length))))
        const startedAt = cpuMs()
        scrubBytes(file, scrubber)
        return cpuMs() - startedAt
      }
      timeOf(MIB / 8)
      expect(timeOf(MIB)).toBeLessThan(30 * timeOf(MIB / 8) + 500)
    },
  )
})
