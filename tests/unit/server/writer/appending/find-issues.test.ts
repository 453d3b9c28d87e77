import { expect, it } from 'vitest'
import type { Step } from '#server/store/rows/steps.ts'
import type { IssueChange } from '#server/writer/appending/issue-change.ts'
import { findIssues } from '#server/writer/appending/issues.ts'

const CHANGE: IssueChange = {
  ...{ projectId: 1, version: 2, key: 'new', formerKeys: ['former'], sentAs: [], isWaiting: false },
  ...{ type: 'E', value: 'a', culprit: '', level: 'error', isUnhandled: false, fault: null },
  ...{ firstSeen: 1, lastSeen: 1, eventCount: 1 },
}

/** Runs it on a desk that has these keys; returns the keys that it looks for, and the issue. */
function look(change: IssueChange, known: Record<string, number>) {
  const sought: string[] = []
  const answer = (step: Step): unknown => {
    if (step.kind === 'insert') return step.rows.map((_row, place) => 100 + place)
    if (step.kind === 'run') return step.values.map(() => 1)
    if (step.kind !== 'ask') return undefined
    return step.values.map((values) => {
      if (!('key' in values)) return [{ number: 1 }]
      sought.push(String(values.key))
      const issueId = new Map(Object.entries(known)).get(String(values.key))
      return issueId === undefined ? [] : [{ id: 7, issue_id: issueId, event_count: 3 }]
    })
  }
  const steps = findIssues([change])
  let next = steps.next()
  while (!next.done) next = steps.next(answer(next.value))
  return { sought, found: next.value }
}

it('looks for a known key alone, whatever its former key was', () => {
  const { sought, found } = look(CHANGE, { new: 5, former: 6 })
  expect(sought).toEqual(['new'])
  expect(found).toEqual([{ issueId: 5, groupingId: 7, isNew: false, countBefore: 3 }])
})

it('looks for the former key once, after the new one was looked for under its lock', () => {
  const { sought, found } = look(CHANGE, { former: 6 })
  expect(sought).toEqual(['new', 'new', 'former'])
  expect(found).toMatchObject([{ issueId: 6, groupingId: 100, isNew: false, countBefore: 3 }])
})

it('looks for no former key where there is none', () => {
  const { sought, found } = look({ ...CHANGE, formerKeys: [] }, {})
  expect(sought).toEqual(['new', 'new'])
  expect(found).toMatchObject([{ issueId: 100, isNew: true, countBefore: 0 }])
})
