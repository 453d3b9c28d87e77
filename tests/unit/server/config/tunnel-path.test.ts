import { describe, expect, it } from 'vitest'
import { refusalOfTunnelPath, requireTunnelPath } from '#server/config/tunnel-path.ts'

const root = new URL('../../../..', import.meta.url).pathname

describe('a path for the tunnel', () => {
  it.each([
    ['/playground', '/playground'],
    ['/issues', '/issues'],
    ['/issues/3', '/issues/@issueId'],
    ['/issues/3/events/latest', '/issues/@issueId/events/@eventId'],
    ['/sign-in', '/sign-in'],
    ['/sign-out', '/sign-out'],
    ['/set-up/abc', '/set-up/@token'],
    ['/projects/shop', '/projects/@slug'],
    ['/issues/index.pageContext.json', '/issues'],
  ])('%s is refused: it is the address of the page %s', (path, route) => {
    expect(() => requireTunnelPath(path, root)).toThrow(
      `Cannot start: TUNNEL_PATH is "${path}", which is the address of the page ${route}`,
    )
  })

  it.each([
    ['/healthz', '/healthz'],
    ['/readyz', '/readyz'],
    ['/metrics', '/metrics'],
    ['/live', '/live'],
    ['/live/issues/3', '/live/**'],
    ['/assets', '/assets'],
    ['/assets/a.js', '/assets/**'],
    ['/api/1/envelope', '/api/@project/**'],
    ['/issues/3/events/latest/event.md', '/issues/@issueId/events/@eventId/**'],
  ])('%s is refused: it is the address of the endpoint %s', (path, endpoint) => {
    const fault = `which is the address of the endpoint ${endpoint}`
    expect(refusalOfTunnelPath(path)).toBe(fault)
    expect(() => requireTunnelPath(path, root)).toThrow(`TUNNEL_PATH is "${path}", ${fault}`)
  })

  it.each(['relay', '/', '//', '/relay/', '/relay?x', '/x/../issues', '/./issues', '/relay x'])(
    '%s is refused: it is no path',
    (path) => {
      expect(() => requireTunnelPath(path, root)).toThrow('which is not a path like /tunnel')
    },
  )

  it.each(['/tunnel', '/relay/x', '/api/tunnel', '/issues-tunnel', '/issues/3/tunnel', '/.well-known/t'])(
    '%s is free',
    (path) => expect(() => requireTunnelPath(path, root)).not.toThrow(),
  )
})
