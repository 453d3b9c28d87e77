import { describe, expect, it } from 'vitest'
import type { LoadedPage } from '#renderer/navigation/load-payload.ts'
import { createPageUpdates } from '#renderer/navigation/page-updates.ts'
import { createRevalidation } from '#renderer/navigation/revalidate.ts'
import type { PageData } from '#renderer/page/page-data.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

const bodyOf = (page: string) => JSON.stringify({ data: { page, frame: { path: '/a' } } })
const found = (page: string): LoadedPage => ({
  kind: 'found',
  payload: { body: bodyOf(page), answeredAt: null },
})

async function revalidate(answer: LoadedPage, { isShown = true } = {}) {
  const rendered: PageData = { page: 'old', frame: aFrame() }
  const updates = createPageUpdates<PageData>()
  const dropped: unknown[] = []
  const anew: string[] = []
  const run = createRevalidation({
    loads: { reload: async () => answer, drop: (paths) => dropped.push(paths) },
    updates,
    whenShown: (_rendered, work) => void (isShown && work()),
    showAnew: (url) => anew.push(url),
  })
  await run('/a?x=1', rendered, { body: bodyOf('old'), answeredAt: null })
  return { page: updates.newest(rendered), rendered, dropped, anew }
}

describe('a revalidation', () => {
  it('updates a page that differs, in place', async () => {
    const { page, anew } = await revalidate(found('new'))
    expect(page.page).toBe('new')
    expect(anew).toEqual([])
  })

  it('changes nothing where nothing has changed, or where it fails', async () => {
    const answers: LoadedPage[] = [
      found('old'),
      { kind: 'failed', digest: 'D' },
      { kind: 'unreadable' },
      { kind: 'aborted' },
    ]
    for (const answer of answers) {
      const { page, rendered, dropped, anew } = await revalidate(answer)
      expect(page).toBe(rendered)
      expect([dropped, anew]).toEqual([[], []])
    }
  })

  it.each<[string, LoadedPage]>([
    ['leads elsewhere', { kind: 'found', payload: { body: '{"redirect":"/sign-in"}', answeredAt: null } }],
    ['is no more', { kind: 'missing' }],
  ])('navigates anew where the page %s, unless it was left', async (_name, answer) => {
    expect(await revalidate(answer)).toMatchObject({ dropped: [['/a']], anew: ['/a?x=1'] })
    expect(await revalidate(answer, { isShown: false })).toMatchObject({ dropped: [['/a']], anew: [] })
  })
})

it('does not overwrite what a form brought while it was under way', async () => {
  const rendered: PageData = { page: 'old', frame: aFrame() }
  const byForm: PageData = { page: 'by a form', frame: aFrame() }
  const updates = createPageUpdates<PageData>()
  const run = createRevalidation({
    loads: { reload: async () => found('older'), drop() {} },
    updates,
    whenShown: (_rendered, work) => work(),
    showAnew() {},
  })
  const done = run('/a', rendered, { body: bodyOf('old'), answeredAt: null })
  updates.replace(rendered, byForm)
  await done
  expect(updates.newest(rendered)).toBe(byForm)
})
