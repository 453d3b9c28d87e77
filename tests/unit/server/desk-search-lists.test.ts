import { describe, expect, it } from 'vitest'
import { SEARCH_NOW as NOW, openSearchDesk } from '#tests/support/desk/prepared/search-desk.ts'

const HOUR_MS = 3_600_000

describe('lists of issues', () => {
  it('are sorted by what is asked for', async () => {
    const { send, search, change } = await openSearchDesk()
    send('Old', {}, { at: NOW - 40 * HOUR_MS, times: 9 })
    send('Gone', {}, { at: NOW - 50 * HOUR_MS })
    send('Rising', {}, { at: NOW - 30 * HOUR_MS })
    send('Rising', {}, { at: NOW - HOUR_MS, times: 4 })
    send('New', {}, { at: NOW - 2 * HOUR_MS, times: 2 })
    await change('New', { user_count: 7 })
    expect(await search('', 'date')).toBe('Rising New Old Gone')
    expect(await search('', 'new')).toBe('New Rising Old Gone')
    expect(await search('', 'freq')).toBe('Old Rising New Gone')
    expect(await search('', 'user')).toBe('New Rising Gone Old')
    expect(await search('', 'trends')).toBe('Rising New Old')
    expect(await search('', 'odd')).toBe(
      'Cannot search: the sort "odd" is not one of date, new, freq, user, trends',
    )
  })

  it.each(['date', 'new', 'freq', 'user', 'trends'])(
    'by %s are paged there and back, each issue once',
    async (sort) => {
      const { desk, send } = await openSearchDesk()
      for (let issue = 0; issue < 11; issue++) {
        send(`E${'x'.repeat(issue)}`, {}, { at: NOW - (issue % 3) * 20 * HOUR_MS, times: 1 + (issue % 4) })
      }
      const page = async (cursor: string | undefined) => {
        const found = await desk.issues.search({ limit: 4, query: 'is:open', sort, cursor })
        if ('refusal' in found) throw new Error(found.refusal)
        return { ...found, ids: found.items.map(({ id }) => id) }
      }
      const pages = [await page(undefined)]
      for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) pages.push(await page(last.nextCursor))
      expect(pages.map(({ ids }) => ids.length)).toEqual([4, 4, 3])
      expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(11)
      const middle = await page(pages[2]?.previousCursor ?? undefined)
      expect(middle.ids).toEqual(pages[1]?.ids)
      const first = await page(middle.previousCursor ?? undefined)
      expect(first).toMatchObject({
        ids: pages[0]?.ids,
        previousCursor: null,
        nextCursor: pages[0]?.nextCursor,
      })
      expect(pages[0]?.previousCursor).toBeNull()
    },
  )

  it('by trends find what is rare among many', async () => {
    const { desk, send } = await openSearchDesk()
    const name = (issue: number) => [...String(issue)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    for (let issue = 0; issue < 400; issue++) {
      send(`E_${name(issue)}`, issue % 190 === 0 ? { level: 'fatal' } : {}, {
        times: issue < 3 ? 3 - issue : 1,
      })
    }
    const page = async (query: string, cursor?: string) => {
      const found = await desk.issues.search({ limit: 2, query, sort: 'trends', cursor })
      if ('refusal' in found) throw new Error(found.refusal)
      return { ...found, types: found.items.map(({ type }) => type) }
    }
    expect((await page('')).types).toEqual(['E_a', 'E_b'])
    const first = await page('level:fatal')
    expect(first.types).toEqual(['E_a', `E_${name(380)}`])
    const last = await page('level:fatal', first.nextCursor ?? undefined)
    expect(last).toMatchObject({ types: [`E_${name(190)}`], nextCursor: null })
    expect((await page('level:fatal', last.previousCursor ?? undefined)).types).toEqual(first.types)
    expect((await page('level:debug')).types).toEqual([])
  }, 20_000)

  it('are of one project, or of none that there is not; a cursor that is none begins', async () => {
    const { desk, send } = await openSearchDesk()
    send('E')
    for (const cursor of ['', 'x', '1-1', "1:1:1' or 1", '9'.repeat(400)]) {
      const page = await desk.issues.search({ limit: 10, cursor, projectSlug: 'crumbtrail' })
      expect(page).toMatchObject({ items: [{ type: 'E' }] })
    }
    expect(await desk.issues.search({ limit: 10, projectSlug: 'nobody' })).toEqual({
      items: [],
      nextCursor: null,
      previousCursor: null,
    })
  })
})
