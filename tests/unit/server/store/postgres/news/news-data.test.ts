import { describe, expect, it } from 'vitest'
import type { Arrival, NewsItem } from '#server/store/engine/news.ts'
import { formatNews, parseNews } from '#server/store/postgres/news/news-data.ts'

const arrival = (issueId: number, projectId = 4): Arrival => ({
  ...{ projectId, issueId, eventCount: 2, isNew: issueId === 1 },
})

describe('formatNews()', () => {
  it.each<NewsItem>([
    { kind: 'counted', arrivals: [arrival(1), arrival(2)], logs: [{ projectId: 4, quantity: 7 }] },
    { kind: 'changed', change: { kind: 'resolved', by: 'ada', issueIds: [1], projectIds: [4] } },
    { kind: 'unknown', projectIds: [4, 5] },
  ])('of $kind is read as it was written', (item) => {
    expect(parseNews(formatNews(item))).toEqual(item)
  })

  it('names some hundred issues, and of more only their projects', () => {
    const arrivals = Array.from({ length: 5_000 }, (_, id) => arrival(1_000_000 + id, 1 + (id % 3)))
    const some: NewsItem = { kind: 'counted', arrivals: arrivals.slice(0, 300), logs: [] }
    expect(parseNews(formatNews(some))).toEqual(some)
    const text = formatNews({ kind: 'counted', arrivals, logs: [] })
    expect(parseNews(text)).toEqual({ kind: 'unknown', projectIds: [1, 2, 3] })
  })

  it('names no project where there are too many of them', () => {
    const logs = Array.from({ length: 5_000 }, (_, projectId) => ({ projectId, quantity: 1 }))
    const text = formatNews({ kind: 'counted', arrivals: [], logs })
    expect(parseNews(text)).toEqual({ kind: 'unknown', projectIds: [] })
  })
})

it.each(['{"told":"otherwise"}', '{"unknown":7}', '{"change":{"kind":"resolved"}}', '[]', 'null', '{'])(
  'parseNews() takes %s, which another version wrote, for something unknown',
  (text) => {
    expect(parseNews(text)).toEqual({ kind: 'unknown', projectIds: [] })
  },
)
