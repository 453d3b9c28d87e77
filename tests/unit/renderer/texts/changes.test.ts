import { describe, expect, it } from 'vitest'
import { done, splitOff, undone } from '#renderer/texts/issues/changes.ts'
import type { IssueRequest } from '#server/models/issue-changes.ts'

describe('the notice after a change', () => {
  it.each<[IssueRequest, string]>([
    [{ kind: 'resolve' }, 'Resolved DEMO-6 and DEMO-7.'],
    [{ kind: 'resolve-in-next-release' }, 'Resolved DEMO-6 and DEMO-7 in the next release.'],
    [{ kind: 'resolve-in-release', release: 'shop@2.5.1' }, 'Resolved DEMO-6 and DEMO-7 in shop@2.5.1.'],
    [{ kind: 'reopen' }, 'Reopened DEMO-6 and DEMO-7.'],
    [{ kind: 'archive' }, 'Archived DEMO-6 and DEMO-7.'],
    [{ kind: 'ignore' }, 'Ignored DEMO-6 and DEMO-7 until you reopen them.'],
    [{ kind: 'ignore-for', minutes: 60 }, 'Ignored DEMO-6 and DEMO-7 for 1 hour.'],
    [{ kind: 'ignore-for', minutes: 90 }, 'Ignored DEMO-6 and DEMO-7 for 90 minutes.'],
    [{ kind: 'ignore-for', minutes: 20_160 }, 'Ignored DEMO-6 and DEMO-7 for 2 weeks.'],
    [
      { kind: 'ignore-until-events', count: 100, periodMinutes: null },
      'Ignored DEMO-6 and DEMO-7 until 100 more events.',
    ],
    [
      { kind: 'ignore-until-users', count: 1, periodMinutes: 60 },
      'Ignored DEMO-6 and DEMO-7 until 1 user is affected within 60 minutes.',
    ],
    [
      { kind: 'ignore-until-events', count: 100, periodMinutes: null, environment: 'production' },
      'Ignored DEMO-6 and DEMO-7 until 100 more events in production.',
    ],
    [{ kind: 'ignore-until-escalating' }, 'Ignored DEMO-6 and DEMO-7 until they escalate.'],
    [{ kind: 'ignore-environment', environment: 'staging' }, 'Ignored DEMO-6 and DEMO-7 in staging.'],
    [{ kind: 'assign', accountId: 2 }, 'Assigned DEMO-6 and DEMO-7 to grace@example.com.'],
    [{ kind: 'assign-team', teamId: 3 }, 'Assigned DEMO-6 and DEMO-7 to grace@example.com.'],
    [{ kind: 'assign', accountId: null }, 'Unassigned DEMO-6 and DEMO-7.'],
  ])('for %j', (request, text) => {
    expect(done({ request, shortIds: ['DEMO-6', 'DEMO-7'], assignee: 'grace@example.com' })).toBe(text)
  })

  it('names one, all of a few, and the first of many', () => {
    const request = { kind: 'resolve' } as const
    const shortIds = ['DEMO-1', 'DEMO-2', 'DEMO-3', 'DEMO-4', 'DEMO-5']
    expect(done({ request, shortIds: ['DEMO-1'] })).toBe('Resolved DEMO-1.')
    expect(done({ request, shortIds: shortIds.slice(0, 4) })).toBe(
      'Resolved DEMO-1, DEMO-2, DEMO-3 and DEMO-4.',
    )
    expect(done({ request, shortIds })).toBe('Resolved DEMO-1, DEMO-2, DEMO-3 and 2 more issues.')
    expect(undone(['DEMO-1'])).toBe('Undone: DEMO-1 is as it was.')
    expect(undone(['DEMO-1', 'DEMO-2'])).toBe('Undone: DEMO-1 and DEMO-2 are as they were.')
  })
  it('says which issue stays', () => {
    const request = { kind: 'merge' } as const
    expect(done({ request, shortIds: ['DEMO-6', 'DEMO-7', 'DEMO-8'], into: 'DEMO-7' })).toBe(
      'Merged DEMO-6 and DEMO-8 into DEMO-7.',
    )
    expect(splitOff('DEMO-9', 'DEMO-6')).toBe('Split DEMO-9 off DEMO-6.')
  })
})
