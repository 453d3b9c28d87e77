import { expect, it } from 'vitest'
import { parseScopes, scopesOfRole, TOKEN_SCOPES, withIncluded } from '#server/models/accounts/scopes.ts'

it.each([
  ['org:read', ['org:read']],
  ['project:releases, org:read', ['org:read', 'project:releases']],
  ['event:write,event:write', ['event:write']],
  ['read', ['org:read', 'project:read', 'event:read']],
  ['releases', ['project:releases']],
  ['', undefined],
  ['read,write', undefined],
  ['org:write', undefined],
  ['org:read,', undefined],
  ['__proto__', undefined],
])('reads %j as %j', (text, scopes) => {
  expect(parseScopes(text)).toEqual(scopes)
})

it('gives a token that could write all of the API, and nothing of MCP', () => {
  const scopes = parseScopes('write')
  expect(TOKEN_SCOPES.filter((scope) => !scopes?.includes(scope))).toEqual(['mcp:read', 'mcp:act'])
})

it('includes reading in writing, and both in administration, but no releases', () => {
  expect([...withIncluded(['project:admin'])]).toEqual(['project:admin', 'project:write', 'project:read'])
  expect([...withIncluded(['event:write'])]).toEqual(['event:write', 'event:read'])
  expect([...withIncluded(['project:releases'])]).toEqual(['project:releases'])
})

it('lets viewers read, members work on issues and release, and admins do all', () => {
  expect(scopesOfRole('viewer')).toEqual([
    'org:read',
    'project:read',
    'event:read',
    'alerts:read',
    'mcp:read',
  ])
  expect(scopesOfRole('member')).not.toContain('project:write')
  expect(scopesOfRole('member')).not.toContain('member:read')
  expect(scopesOfRole('admin')).toEqual(TOKEN_SCOPES)
})
