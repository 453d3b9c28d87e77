import { describe, expect, it } from 'vitest'
import { createTypeahead } from '#renderer/enhance/keys/typeahead.ts'

const names = ['Bookmark', 'Open as Markdown', 'Merge', 'Delete…', 'Move']

/** Types letters so many milliseconds apart, from the menu's own button. */
function type(letters: string, apartMs: number): (string | undefined)[] {
  const typeahead = createTypeahead()
  let at = -1
  return [...letters].map((letter, index) => {
    at = typeahead(letter, { names, at, now: index * apartMs }) ?? at
    return names[at]
  })
}

describe('letters in a menu', () => {
  it('lead to the entry that begins with them, in any case', () => {
    expect(type('d', 100)).toEqual(['Delete…'])
    expect(type('D', 100)).toEqual(['Delete…'])
  })

  it('are one word while they follow each other', () => {
    expect(type('mo', 100)).toEqual(['Merge', 'Move'])
    expect(type('me', 100)).toEqual(['Merge', 'Merge'])
    expect(type('mo', 800)).toEqual(['Merge', 'Open as Markdown'])
  })

  it('go on to the next entry when one is repeated, and round', () => {
    expect(type('mmm', 100)).toEqual(['Merge', 'Move', 'Merge'])
    expect(type('mm', 800)).toEqual(['Merge', 'Move'])
  })

  it('stay where they are if no entry begins with them', () => {
    expect(type('dx', 800)).toEqual(['Delete…', 'Delete…'])
    expect(createTypeahead()('a', { names: [], at: -1, now: 0 })).toBeUndefined()
  })
})
