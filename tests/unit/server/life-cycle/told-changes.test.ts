import { describe, expect, it, onTestFinished } from 'vitest'
import { createDesk } from '#server/desk/create-desk.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import { OWNER, openIssueDesk } from '#tests/support/desk/prepared/issue-desk.ts'

async function openToldDesk() {
  const at = await openIssueDesk()
  onTestFinished(() => at.close())
  const told: IssueChange[] = []
  const desk = createDesk({
    sees: 'all',
    store: at.store,
    clock: at.hand.clock,
    publicUrl: 'https://desk.example',
    viewer: OWNER,
    onIssueChange: (change) => told.push(change),
  })
  return { ...at, desk, told, kinds: () => told.map(({ kind }) => kind) }
}

describe('what people do with issues is told', () => {
  it('by whom, of which issues and projects', async () => {
    const { desk, happen, told } = await openToldDesk()
    const [first, second] = [await happen('A'), await happen('B')]
    await desk.issues.change([first, second, 999], [{ kind: 'resolve' }])
    expect(told).toEqual([
      { kind: 'resolved', by: 'ada@example.com', issueIds: [first, second], projectIds: [1] },
    ])
  })

  it('each kind of it, bookmarks excepted', async () => {
    const { desk, happen, told, kinds } = await openToldDesk()
    const [first, second] = [await happen('A'), await happen('B')]
    await desk.issues.change(
      [first],
      [
        { kind: 'ignore-for', minutes: 5 },
        { kind: 'assign', accountId: 1 },
      ],
    )
    await desk.issues.change([first], [{ kind: 'bookmark', isBookmarked: true }])
    await desk.issues.change([first], [{ kind: 'assign', accountId: null }])
    const comment = await desk.issues.addComment(first, 'looking')
    if ('refusal' in comment) return expect.fail(comment.refusal)
    await desk.issues.editComment(first, comment.commentId, 'found')
    await desk.issues.deleteComment(first, comment.commentId)
    expect(kinds()).toEqual(['ignored', 'assigned', 'unassigned', 'commented', 'commented', 'commented'])
    told.length = 0
    await desk.issues.change([first, second], [{ kind: 'merge' }])
    const handling = await desk.issues.findHandling(second) // the one that is open
    await desk.issues.split(second, [handling?.groupings[0]?.id ?? 0])
    await desk.issues.change([second], [{ kind: 'delete' }])
    expect(kinds()).toEqual(['merged', 'split', 'deleted'])
    expect(told[0]?.issueIds).toEqual([second, first])
  })

  it('and nothing of what was refused', async () => {
    const { desk, happen, told } = await openToldDesk()
    const issueId = await happen('A')
    await desk.issues.change([issueId], [{ kind: 'merge' }])
    await desk.issues.change([999], [{ kind: 'resolve' }])
    await desk.issues.addComment(issueId, '')
    await desk.issues.editComment(issueId, 7, 'x')
    await desk.issues.split(issueId, [])
    expect(told).toEqual([])
  })
})
