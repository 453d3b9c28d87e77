import { describe, expect, it } from 'vitest'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'
import { aChange, arrival, openFeed } from '#tests/support/live/open-feed.ts'

describe('a viewer of some projects', () => {
  it('hears of them alone, with the total of what they see', async () => {
    const at = openFeed()
    const [all, ofApi] = [at.listen(), at.listen({ sees: [2] })]
    at.feed.note(
      [arrival({ issueId: 7 }), arrival({ issueId: 8, projectId: 2 })],
      [{ projectId: 4, quantity: 3 }],
    )
    at.feed.noteChange({ ...aChange, by: 'ada', projectIds: [2] })
    at.feed.noteChange({ ...aChange, by: 'bob' })
    await at.advance(0)
    expect(all.news()).toMatchObject([{ issues: [{ id: 7 }, { id: 8 }], openIssueCount: 4 }])
    expect(ofApi.news()).toEqual([
      {
        projects: [{ slug: 'api', eventCount: 1, logCount: 0, openIssueCount: 0 }],
        issues: [{ id: 8, eventCount: 1, isNew: false }],
        changes: [{ kind: 'assigned', by: 'ada', issueIds: [1] }],
        isPartial: false,
        openIssueCount: 0,
      },
    ])
  })

  it('hears nothing of others, nor that there was more of them than a message names', async () => {
    const at = openFeed()
    const page = at.listen({ sees: [2] })
    at.feed.note(Array.from({ length: 500 }, (_, issueId) => arrival({ issueId })))
    at.feed.noteChange(aChange)
    at.feed.noteUnknown([4])
    await at.advance(1_000)
    expect(page.news()).toEqual([])
  })

  it('hears that there was something of a change in several projects, but no issue of it', async () => {
    const at = openFeed()
    const page = at.listen({ sees: [2] })
    at.feed.noteChange({ ...aChange, issueIds: [1, 2], projectIds: [4, 2] })
    await at.advance(0)
    expect(page.news()).toMatchObject([{ issues: [], changes: [], isPartial: true }])
  })

  it('is told to look again within a second of seeing others, and hears of those from then on', async () => {
    let version = 1
    let sees: VisibleProjects = 'all'
    const at = openFeed({ version: () => version })
    const page = at.listen({ findSeen: async () => sees })
    await at.advance(0)
    sees = [2]
    version++
    await at.advance(1_000)
    await at.advance(0)
    expect(page.news()).toMatchObject([{ projects: [], isPartial: true, openIssueCount: 0 }])
    at.feed.note([arrival({})])
    await at.advance(1_000)
    expect(page.news()).toHaveLength(1)
    at.feed.note([arrival({ projectId: 2 })])
    await at.advance(1_000)
    expect(page.news()).toHaveLength(2)
  })
})
