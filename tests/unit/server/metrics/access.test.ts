import { describe, expect, it } from 'vitest'
import { isFromThisMachine } from '#server/metrics/access.ts'

function ask(remoteAddress: string | undefined, headers: Record<string, string> = {}) {
  // what the function reads of a request
  return {
    socket: { remoteAddress },
    headers: { host: '127.0.0.1:3000', ...headers },
  } as unknown as Parameters<typeof isFromThisMachine>[0]
}

const LOCAL = 'http://127.0.0.1:3000'

describe('isFromThisMachine()', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('%s is', (address) => {
    expect(isFromThisMachine(ask(address), LOCAL)).toBe(true)
    expect(isFromThisMachine(ask(address), 'http://localhost:3000')).toBe(true)
  })

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.example', undefined])('%s is not', (address) => {
    expect(isFromThisMachine(ask(address), LOCAL)).toBe(false)
  })

  it.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST'])('who asks for %s is', (host) => {
    expect(isFromThisMachine(ask('127.0.0.1', { host }), LOCAL)).toBe(true)
  })

  it.each([
    'evil.example:3000',
    '',
    'localhost.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
  ])('a page that had its own name %j point here is not', (host) => {
    expect(isFromThisMachine(ask('127.0.0.1', { host }), LOCAL)).toBe(false)
  })

  it('nobody is who came through a proxy', () => {
    expect(isFromThisMachine(ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }), LOCAL)).toBe(false)
    expect(isFromThisMachine(ask('127.0.0.1', { via: '1.1 proxy' }), LOCAL)).toBe(false)
    expect(isFromThisMachine(ask('127.0.0.1'), 'https://desk.example')).toBe(false)
    expect(isFromThisMachine(ask('127.0.0.1'), 'https://localhost.example')).toBe(false)
  })
})
