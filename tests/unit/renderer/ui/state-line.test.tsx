import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { StateLine } from '#renderer/views/issue/handling/StateLine.tsx'
import type { IssueHandling } from '#server/desk/issues/issues.ts'
import type { IssueState } from '#server/processing/life-cycle.ts'
import { pageWords } from '#tests/support/browser/page-words.ts'

const NOW = Date.UTC(2026, 2, 4, 10)

function line(state: IssueState, parts: Partial<IssueHandling> = {}): string {
  const handling: IssueHandling = {
    state,
    stateSince: NOW - 120_000,
    regression: null,
    assignee: null,
    isBookmarked: false,
    isSubscribed: false,
    activity: [],
    groupings: [],
    ...parts,
  }
  const html = renderToStaticMarkup(<StateLine issueId={7} handling={handling} now={NOW} />)
  return pageWords(html).trim()
}

describe('StateLine', () => {
  it.each<[IssueState, string]>([
    [{ status: 'open', substatus: null }, ''],
    [{ status: 'open', substatus: 'escalating' }, 'No longer ignored: its condition was met 2 min ago.'],
    [{ status: 'archived' }, 'Archived 2 min ago.'],
    [{ status: 'resolved', resolution: { kind: 'now' } }, 'Resolved 2 min ago.'],
    [
      { status: 'resolved', resolution: { kind: 'next-release', after: null, known: [] } },
      'Resolved 2 min ago, in the next release.',
    ],
    [
      { status: 'resolved', resolution: { kind: 'release', release: 'shop@1.2.0', known: [] } },
      'Resolved 2 min ago, in shop@1.2.0.',
    ],
    [{ status: 'ignored', until: { kind: 'forever' } }, 'Ignored 2 min ago, forever.'],
    [
      { status: 'ignored', until: { kind: 'events', count: 1, periodMinutes: 1 } },
      'Ignored 2 min ago, until 1 more event within 1 minute.',
    ],
    [
      { status: 'ignored', until: { kind: 'users', count: 10 } },
      'Ignored 2 min ago, until 10 users are affected.',
    ],
    [
      { status: 'ignored', until: { kind: 'users', count: 1, periodMinutes: 60 } },
      'Ignored 2 min ago, until 1 user is affected within 60 minutes.',
    ],
    [
      { status: 'ignored', until: { kind: 'time', until: NOW } },
      'Ignored 2 min ago, until 4 Mar 2026, 10:00:00 UTC.',
    ],
  ])('says of %j: %s', (state, words) => {
    expect(line(state)).toBe(words)
  })

  it('names the event that brought it back', () => {
    const regression = { eventId: 'c'.repeat(32), at: NOW - 60_000 }
    expect(line({ status: 'open', substatus: 'regressed' }, { regression })).toBe(
      'Regressed 1 min ago, with event cccccccc.',
    )
  })
})
