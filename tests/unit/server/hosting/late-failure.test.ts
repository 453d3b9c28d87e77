import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endWithFailure } from '#server/hosting/late-failure.ts'

const passThrough = async (chunks: Uint8Array[], screen?: string) =>
  buffer(Readable.from(chunks).pipe(endWithFailure(() => screen)))

describe('endWithFailure', () => {
  it('passes every byte through, however the document is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 }),
        async (chunks) => {
          expect(await passThrough(chunks)).toEqual(Buffer.concat(chunks))
        },
      ),
    )
  })

  it('puts the screen before the closing tags, wherever the chunks are cut', async () => {
    const document = '<html><body><p>é … 漢</p></body>\n</html>'
    const bytes = Buffer.from(document)
    for (let cut = 1; cut < bytes.length; cut++) {
      const out = await passThrough([bytes.subarray(0, cut), bytes.subarray(cut)], '<main>broken</main>')
      expect(String(out)).toBe(document.replace('</body>', '<main>broken</main></body>'))
    }
  })

  it('asks for the screen only when the document is at its end', async () => {
    let screen: string | undefined
    const stream = endWithFailure(() => screen)
    stream.write('<body>')
    screen = 'late'
    stream.end('</body>')
    expect(String(await buffer(stream))).toBe('<body>late</body>')
  })
})
