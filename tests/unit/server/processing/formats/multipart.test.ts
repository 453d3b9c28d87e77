import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, MalformedForm, parseMultipart } from '#server/processing/formats/minidump/multipart.ts'

const read = (text: string, boundary = 'b') =>
  parseMultipart(Buffer.from(text, 'latin1'), boundary).map(({ bytes, ...part }) => ({
    ...part,
    text: Buffer.from(bytes).toString('latin1'),
  }))

describe('boundaryOf()', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;boundary="a b"', 'a b'],
    ['multipart/form-data; charset=utf-8; boundary=--x--', '--x--'],
    ['multipart/form-data', undefined],
    ['application/octet-stream; boundary=abc', undefined],
    [undefined, undefined],
  ])('of %j is %j', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary)
  })
})

describe('parseMultipart()', () => {
  it('reads texts and files, with their names and types', () => {
    const form = [
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\ntwo\r\n',
      '--b  \r\ncontent-type: text/plain\r\ncontent-disposition: form-data; filename="C:\\x \\"y\\".txt"; name=f\r\n\r\n\r\n',
      '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx--b\r\n',
      '--b--\r\nepilogue',
    ].join('')
    expect(read(`preamble\r\n${form}`)).toEqual([
      { name: 'a', text: 'one\r\ntwo' },
      { name: 'f', filename: 'C:\\x "y".txt', contentType: 'text/plain', text: '' },
      { name: '', text: 'x--b' },
    ])
  })

  it.each([
    ['no boundary', 'nothing'],
    ['a field without an end', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx'],
    ['headers without an end', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--'],
    ['a longer boundary', '--bc\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--bc--'],
    ['too many fields', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1_001)],
  ])('refuses %s', (_name, text) => {
    expect(() => read(text)).toThrow(MalformedForm)
  })

  it('gives back the bytes of any field, and refuses or reads any other body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const head = Buffer.from('--quite-long\r\nContent-Disposition: form-data; name="a"\r\n\r\n')
        const body = Buffer.concat([head, bytes, Buffer.from('\r\n--quite-long--')])
        const [part, ...others] = parseMultipart(body, 'quite-long')
        expect([part?.name, Buffer.compare(part?.bytes ?? body, bytes), others]).toEqual(['a', 0, []])
        try {
          parseMultipart(bytes, 'b')
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedForm)
        }
      }),
    )
  })
})
