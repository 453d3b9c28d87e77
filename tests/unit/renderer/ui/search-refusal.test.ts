import { describe, expect, it } from 'vitest'
import { examples, otherExamples } from '#renderer/texts/search/search-examples.ts'
import { examplesFor } from '#renderer/texts/search/search-refusal.ts'
import { renderScopeRefusal, renderSearchRefusal } from '#renderer/ui/search/refusal/refusal-html.tsx'
import { findSearchError } from '#server/desk/search.ts'
import type { Searched } from '#server/models/search.ts'

const desk = {
  search: {
    findSearchError: async (searched: Searched, query: string) =>
      findSearchError(searched, query, () => ({ now: 0, accountId: 1 })),
  },
}

function refuse(searched: Searched, query: string, refusal = 'Cannot sort: no such order'): Promise<string> {
  const hrefOf = (other: string | undefined) => (other === undefined ? '/all' : `/found?${other}`)
  return renderSearchRefusal({ desk, searched, query, refusal, hrefOf })
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

describe('what stands below the field of a search that was refused', () => {
  it.each<[Searched, string, string]>([
    ['issues', 'level:error timesSeen:many', 'timesSeen:many'],
    ['issues', 'type:TypeError "price is', '&quot;price is'],
    ['issues', 'price !timesSeen:many', '!timesSeen:many'],
    ['logs', 'payment level:loud order:7', 'level:loud'],
    ['traces', 'is:root duration:>long', 'duration:&gt;long'],
  ])('marks in %s %s what it is about', async (searched, query, marked) => {
    expect(await refuse(searched, query)).toContain(`<mark>${marked}</mark>`)
  })

  it('has nothing to say of the examples that the search help shows', () => {
    const all: [Searched, string][] = [
      ...examples.flatMap(({ rows }) => rows.map(([query]): [Searched, string] => ['issues', query])),
      ...otherExamples.flatMap(({ list, rows }) => rows.map(([query]): [Searched, string] => [list, query])),
    ]
    expect(all.length).toBe(63)
    const now = () => ({ now: 0, accountId: 1 })
    expect(all.filter(([searched, query]) => findSearchError(searched, query, now) !== undefined)).toEqual([])
  })

  it('says it once where the whole search is what is wrong', async () => {
    const html = await refuse('logs', 'level:loud')
    expect(html).not.toContain('<mark>')
    expect(textOf(html)).toMatch(/^Cannot search: level:loud is not a level/)
  })

  it('shows searches of the same key that work, and the way out', async () => {
    const html = await refuse('issues', 'level:error timesSeen:many')
    expect(html).toContain('<a href="/found?timesSeen:&gt;100">')
    expect(html).toContain('<a href="/all">Clear the search</a>')
  })

  it('marks nothing and offers no words where the words are not what is wrong', async () => {
    const html = await refuse('traces', 'is:root')
    expect(textOf(html)).toBe('Cannot sort: no such orderClear the search')
    expect(renderScopeRefusal('Cannot show <b>')).toMatch(
      /^<div class="[^"]*" role="alert"><p id="search-note">Cannot show &lt;b&gt;<\/p><\/div>$/,
    )
    expect(renderScopeRefusal(null)).toBeNull()
  })

  it('writes whatever was typed as text, and no more of it than fits', async () => {
    const html = await refuse('issues', `<b>bold</b> ${'x'.repeat(700)} timesSeen:${'9'.repeat(150)}x <i>`)
    expect(html).not.toMatch(/<b>|<i>/)
    expect(html.length).toBeLessThan(1_200)
  })
})

it('offers the searches that may have been meant', async () => {
  const instead = ['browser:Firefox is:open', 'browser.name:Firefox is:open']
  const error = { word: 'browsr', at: 0, message: 'is an unknown key. Did you mean browser?', instead }
  const html = await renderSearchRefusal({
    desk: { search: { findSearchError: async () => error } },
    searched: 'issues',
    query: 'browsr:Firefox is:open',
    refusal: '',
    hrefOf: (query = '') => `/found?${query}`,
  })
  expect(html).toContain('<mark>browsr</mark>:Firefox is:open')
  expect(textOf(html)).toContain('Cannot search: browsr is an unknown key. Did you mean browser?')
  for (const query of instead) expect(html).toContain(`<a href="/found?${query}"><code>${query}</code></a>`)
})

it.each<Searched>(['issues', 'logs', 'traces'])(
  'offers for %s what can be searched for',
  async (searched) => {
    for (const faulty of [undefined, 'level:x', 'is:x', 'duration:x', 'firstSeen:x', 'none:x', '!trace:x']) {
      const examples = examplesFor(searched, faulty)
      expect(examples).toHaveLength(2)
      for (const example of examples)
        expect(await desk.search.findSearchError(searched, example), example).toBeUndefined()
    }
  },
)
