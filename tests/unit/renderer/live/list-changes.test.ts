import { describe, expect, it } from 'vitest'
import { compareLists } from '#renderer/enhance/live/list-changes.ts'
import { parseUpdate } from '#renderer/enhance/live/parse-update.ts'

const rows = (...pairs: [id: number, eventCount: number][]) =>
  pairs.map(([id, eventCount]) => ({ id, eventCount }))

describe('compareLists()', () => {
  it('moves counts in place where the rows are the same', () => {
    expect(compareLists(rows([1, 5], [2, 1]), rows([1, 9], [2, 1]))).toEqual({
      rows: rows([1, 9], [2, 1]),
      added: 0,
      updated: 1,
      isOther: false,
    })
  })

  it('keeps the order that is shown, and what is gone, and counts what is new', () => {
    expect(compareLists(rows([1, 5], [2, 1], [3, 1]), rows([4, 1], [2, 2], [1, 5]))).toEqual({
      rows: rows([1, 5], [2, 2], [3, 1]),
      added: 1,
      updated: 1,
      isOther: true,
    })
  })
})

describe('readNews()', () => {
  it('reads what the server writes', () => {
    const news = {
      projects: [{ slug: 'shop', eventCount: 1, openIssueCount: 2 }],
      issues: [{ id: 7, eventCount: 1, isNew: true }],
      changes: [{ kind: 'resolved', by: null, issueIds: [7] }],
      isPartial: false,
      openIssueCount: 2,
      at: 12,
    }
    expect(parseUpdate(JSON.stringify(news))).toEqual(news)
  })

  it.each(['', 'null', '1', '{}', '{"projects":[]}', '{"projects":1,"issues":[]}', '<html>'])(
    'takes %j for nothing',
    (data) => {
      expect(parseUpdate(data)).toBeUndefined()
    },
  )
})
