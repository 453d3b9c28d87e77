import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCurl } from '#server/export/curl.ts'
import type { NormalizedRequest } from '#server/processing/event.ts'

const aRequest = (parts: Partial<NormalizedRequest>): NormalizedRequest => ({
  url: 'https://shop.example/cart',
  headers: [],
  ...parts,
})

/** What a POSIX shell makes of a command: the arguments that curl would be given. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: {} }).split('\0').slice(0, -1)
}

describe('formatCurl()', () => {
  it('is the request as curl would send it', () => {
    const curl = formatCurl(
      aRequest({
        method: 'post',
        query_string: 'step=pay',
        headers: [
          ['Content-Type', 'application/json'],
          ['Host', 'shop.example'],
          ['X-Empty', ''],
        ],
        data: { sku: "O'Neill" },
      }),
    )
    expect(argumentsOf(curl?.command ?? '')).toEqual([
      '--globoff',
      '--request',
      'POST',
      'https://shop.example/cart?step=pay',
      '--header',
      'Content-Type: application/json',
      '--header',
      'X-Empty;',
      '--data-raw',
      '{"sku":"O\'Neill"}',
    ])
    expect(curl?.leftOut).toEqual([])
  })

  it('leaves out what was scrubbed, and says so', () => {
    const curl = formatCurl(
      aRequest({
        url: 'https://ada:secret@shop.example/cart?token=[Filtered]&page=2',
        method: 'POST',
        headers: [['Authorization', 'Bearer [Filtered]']],
        data: { password: '[Filtered]' },
      }),
    )
    expect(curl?.command).not.toContain('Filtered')
    expect(curl?.command).not.toContain('secret')
    expect(curl?.command).toContain("'https://shop.example/cart?page=2'")
    expect(curl?.leftOut).toEqual(['query', 'Authorization', 'body'])
  })

  it('leaves a scrubbed form out, too', () => {
    const headers: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']]
    expect(formatCurl(aRequest({ headers, data: { pin: '[Filtered]' } }))?.leftOut).toEqual(['body'])
    expect(formatCurl(aRequest({ headers, data: { a: '1 2' } }))?.command).toContain("--data-raw 'a=1+2'")
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', '/cart', '', "'; rm -rf /"])(
    'is none for %j',
    (url) => {
      expect(formatCurl(aRequest({ url }))).toBeUndefined()
    },
  )

  it('says to a shell what was reported, and nothing else', () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '!', '\n', ';', '\u001b[201~', '{}'),
          fc.string(),
        ),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, text, (path, value, data) => {
        const curl = formatCurl({
          method: 'PUT',
          url: `https://shop.example/${path}`,
          headers: [['X-Note', value]],
          data,
        })
        const given = argumentsOf(curl?.command ?? '')
        expect(given.slice(0, 3)).toEqual(['--globoff', '--request', 'PUT'])
        expect(given[3]).toMatch(/^https:\/\/shop\.example\//)
        expect(given[5]).toMatch(/^X-Note[:;]/)
        expect(given[5]).not.toContain('\n')
        expect(given.length).toBe(data === '' ? 6 : 8)
      }),
      { numRuns: 60 }, // each starts a shell
    )
  })
})
