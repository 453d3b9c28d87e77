import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SearchWords } from '#renderer/layout/bars/SearchWords.tsx'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'

it('suggests what can be searched for, and nothing else', () => {
  const html = renderToStaticMarkup(
    <SearchWords environments={['production', 'eu "west"']} offers="/live/search" />,
  )
  const words = Array.from(html.matchAll(/value="([^"]*)"/g), ([, word = '']) =>
    word.replaceAll('&quot;', '"').replaceAll('&gt;', '>'),
  )
  expect(words).toContain('environment:production')
  expect(words).toContain('environment:"eu \\"west\\""')
  for (const word of words)
    expect(parseIssueSearch(word, { now: 0, accountId: 1 }), word).not.toHaveProperty('error')
})
