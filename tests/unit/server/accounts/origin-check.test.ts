import { describe, expect, it } from 'vitest'
import { isSameOrigin } from '#server/accounts/origin-check.ts'

const OURS = 'https://desk.example.com'

function post(headers: { origin?: string; secFetchSite?: string }, method = 'POST') {
  return isSameOrigin({
    method,
    origin: headers.origin,
    secFetchSite: headers.secFetchSite,
    allowedOrigins: [OURS, 'http://127.0.0.1:3000'],
  })
}

describe('isSameOrigin()', () => {
  it.each([
    { secFetchSite: 'same-origin' },
    { secFetchSite: 'same-origin', origin: OURS },
    { origin: OURS },
    { origin: 'http://127.0.0.1:3000' },
  ])('lets a form of ours through: %o', (headers) => {
    expect(post(headers)).toBe(true)
  })

  it.each([
    {},
    { secFetchSite: 'cross-site' },
    { secFetchSite: 'same-site' },
    { secFetchSite: 'none' },
    { secFetchSite: '' },
    { secFetchSite: 'cross-site', origin: OURS },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://desk.example.com' },
    { origin: 'https://desk.example.com:8443' },
    { origin: 'https://desk.example.com.evil.example' },
  ])('refuses %o', (headers) => {
    expect(post(headers)).toBe(false)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'post', 'PROPFIND'])('checks %s too', (method) => {
    expect(post({ secFetchSite: 'cross-site' }, method)).toBe(false)
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('leaves %s alone', (method) => {
    expect(post({ secFetchSite: 'cross-site' }, method)).toBe(true)
  })
})
