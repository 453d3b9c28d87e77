import { describe, expect, it } from 'vitest'
import { parseFeedbackSearch } from '#server/search/dialects/feedback.ts'
import { parseReleaseSearch } from '#server/search/dialects/releases.ts'
import { formatSearchError } from '#server/search/search-error.ts'

const ofFeedback = (text: string) => {
  const read = parseFeedbackSearch(text)
  return 'error' in read ? formatSearchError(read.error) : read.condition
}
const ofReleases = (text: string) => {
  const read = parseReleaseSearch(text)
  return 'error' in read ? formatSearchError(read.error) : read.condition
}
const text = (field: string, ...pattern: string[]) => ({ kind: 'text', field, pattern })

describe('a search of feedback', () => {
  it.each([
    ['', { kind: 'all', of: [] }],
    [
      '"no price"',
      { kind: 'any', of: ['message', 'name', 'email'].map((of) => text(of, '', 'no price', '')) },
    ],
    ['user:Ada', { kind: 'any', of: [text('name', 'Ada'), text('email', 'Ada')] }],
    ['User.Email:*@shop.example', text('email', '', '@shop.example')],
    ['message:price', text('message', '', 'price', '')],
    ['url:/cart', text('url', '', '/cart', '')],
    ['release:2.5.0', { kind: 'any', of: [text('release', '2.5.0'), text('release', '', '@2.5.0')] }],
    ['release:shop@2.5.0', text('release', 'shop@2.5.0')],
    ['!env:staging', { kind: 'not', of: text('environment', 'staging') }],
    ['has:issue', { kind: 'has', part: 'issue' }],
    ['trace:4BF92F3577B34DA6A3CE929D0E0E4736', { kind: 'trace', id: '4bf92f3577b34da6a3ce929d0e0e4736' }],
  ])('understands `%s`', (query, condition) => {
    expect(ofFeedback(query)).toEqual(condition)
  })

  it.each([
    ['user.mail:x', 'has a key that feedback does not have; did you mean user.email?'],
    ['level:error', 'has a key that feedback does not have; use user.email, user, message, url'],
    ['has:tags', 'is not supported: use email, url, trace, issue'],
    ['release:>2', 'can’t be compared: remove the sign'],
    ['trace:7', 'needs an id of 32 hex characters'],
  ])('refuses `%s`', (query, matter) => {
    expect(ofFeedback(query)).toContain(matter)
  })
})

describe('a search of releases', () => {
  it.each([
    ['2.5', text('version', '', '2.5', '')],
    ['release:2.5.*', { kind: 'any', of: [text('version', '2.5.', ''), text('version', '', '@2.5.', '')] }],
    ['environment:production', text('environment', 'production')],
    ['project:shop-*', text('projectSlug', 'shop-', '')],
  ])('understands `%s`', (query, condition) => {
    expect(ofReleases(query)).toEqual(condition)
  })

  it.each([
    ['enviroment:x', 'has a key that releases do not have; did you mean environment?'],
    ['user:7', 'has a key that releases do not have; use release, environment, project'],
  ])('refuses `%s`', (query, matter) => {
    expect(ofReleases(query)).toContain(matter)
  })
})
