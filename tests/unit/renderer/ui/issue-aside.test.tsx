import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SimilarIssues } from '#renderer/views/issue/SimilarIssues.tsx'
import { TagFacets } from '#renderer/views/issue/TagFacets.tsx'
import { NOW } from './an-event.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const aTag = (key: string, counts: [string, number][]) => ({
  key,
  valueCount: counts.length,
  eventCount: counts.reduce((sum, [, count]) => sum + count, 0),
  otherCount: 0,
  topValues: counts.map(([value, count]) => ({ value, count, firstSeen: 0, lastSeen: 0 })),
})

it('shows an issue’s tags by their most frequent values, each a filter of its events', () => {
  const browser = aTag('browser.name', [
    ['Chrome', 6],
    ['Firefox', 3],
    ['Safari', 2],
    ['Edge', 1],
  ])
  const html = renderToStaticMarkup(<TagFacets tags={[aTag('zone', [['a', 1]]), browser]} issueId={7} />)
  expect(wordsOf(html)).toContain(
    'Top tags browser.name Chrome 50 % Firefox 25 % Safari 16.7 % others 8.3 % zone a 100 %',
  )
  expect(html).toContain('href="/issues/7?query=tags%5Bbrowser.name%5D%3A%22Chrome%22#events"')
  expect(renderToStaticMarkup(<TagFacets tags={[]} issueId={7} />)).toBe('')
})

it('shows hostile tags and issues as text', () => {
  const issue = {
    id: 3,
    type: HOSTILE,
    value: HOSTILE,
    culprit: HOSTILE,
    level: 'error',
    status: 'open',
    lastSeen: NOW,
    eventCount: 2,
  }
  const html = renderToStaticMarkup(
    <>
      <TagFacets tags={[aTag(HOSTILE, [[HOSTILE, 1]])]} issueId={7} />
      <SimilarIssues issues={[issue]} now={NOW} />
    </>,
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('href="/issues/3"')
})
