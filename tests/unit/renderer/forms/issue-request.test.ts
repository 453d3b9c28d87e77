import { describe, expect, it } from 'vitest'
import { parseIssueRequest } from '#renderer/forms/issue-request.ts'

const parse = (fields: Record<string, string>) => parseIssueRequest(new URLSearchParams(fields))

describe('parseIssueRequest()', () => {
  it.each([
    [{ change: 'resolve' }, { kind: 'resolve' }],
    [
      { change: 'resolve-in-release', release: ' a@1 ' },
      { kind: 'resolve-in-release', release: 'a@1' },
    ],
    [
      { change: 'ignore-for', minutes: '60' },
      { kind: 'ignore-for', minutes: 60 },
    ],
    [
      { change: 'ignore-for', minutes: '6e1' },
      { kind: 'ignore-for', minutes: Number.NaN },
    ],
    [
      { change: 'ignore-until-events', count: '3', period: '' },
      { kind: 'ignore-until-events', count: 3, periodMinutes: null },
    ],
    [
      { change: 'ignore-until-events', count: '3', period: '5' },
      { kind: 'ignore-until-events', count: 3, periodMinutes: 5 },
    ],
    [
      { change: 'ignore-until-events', count: '3', period: '', 'event-environment': 'production' },
      { kind: 'ignore-until-events', count: 3, periodMinutes: null, environment: 'production' },
    ],
    [
      { change: 'ignore-until-users', users: '3', 'user-environment': 'production' },
      { kind: 'ignore-until-users', count: 3, periodMinutes: null, environment: 'production' },
    ],
    [{ change: 'ignore-until-escalating' }, { kind: 'ignore-until-escalating' }],
    [{ change: 'resolve', way: 'ignore-for', minutes: '60' }, { kind: 'resolve' }],
    [
      { change: 'way', way: 'ignore-for', minutes: '60' },
      { kind: 'ignore-for', minutes: 60 },
    ],
    [
      { change: 'ignore-until-users', users: '3' },
      { kind: 'ignore-until-users', count: 3, periodMinutes: null },
    ],
    [
      { change: 'ignore-until-users', users: '3', 'user-period': '60' },
      { kind: 'ignore-until-users', count: 3, periodMinutes: 60 },
    ],
    [
      { change: 'assign', account: '' },
      { kind: 'assign', accountId: null },
    ],
    [
      { change: 'assign', account: '2' },
      { kind: 'assign', accountId: 2 },
    ],
    [{ change: 'assign:' }, { kind: 'assign', accountId: null }],
    [{ change: 'assign:2' }, { kind: 'assign', accountId: 2 }],
    [{ change: 'assign-team:3' }, { kind: 'assign-team', teamId: 3 }],
    [{ change: 'assign:2e3' }, { kind: 'assign', accountId: Number.NaN }],
    [{ change: 'unbookmark' }, { kind: 'bookmark', isBookmarked: false }],
    [{ change: 'merge' }, { kind: 'merge' }],
    [
      { change: 'merge', into: 'SHOP-1' },
      { kind: 'merge', into: 'SHOP-1' },
    ],
  ])('reads %j', (fields, request) => {
    expect(parse(fields)).toEqual(request)
  })

  it.each([{}, { change: '' }, { change: 'comment' }, { change: '__proto__' }])(
    'knows no change in %j',
    (fields) => {
      expect(parse(fields)).toBeUndefined()
    },
  )
})
