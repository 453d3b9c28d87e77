import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPageRouter, type PageRoute } from '#server/hosting/page-router.ts'
import { runs } from '#tests/support/run/doses.ts'
import { findAsVike } from '#tests/support/sites/vike-routing.ts'

const folder = (route: string): PageRoute => ({ pageId: `/pages${route}`, route, isExplicit: false })
const explicit = (route: unknown, pageId = `/pages/own${route}`): PageRoute => ({
  pageId,
  route,
  isExplicit: true,
})

const desk = ['/', '/issues', '/issues/@issueId', '/issues/@issueId/events/@eventId', '/digests/@digest'].map(
  folder,
)

describe('createPageRouter', () => {
  it.each([
    ['/', '/pages/', {}],
    ['/issues', '/pages/issues', {}],
    ['/issues/7', '/pages/issues/@issueId', { issueId: '7' }],
    [
      '/issues/7/events/latest',
      '/pages/issues/@issueId/events/@eventId',
      { issueId: '7', eventId: 'latest' },
    ],
    ['/digests/K7Q2MX-4T9ZPA', '/pages/digests/@digest', { digest: 'K7Q2MX-4T9ZPA' }],
    ['/digests/a@b+c;d', '/pages/digests/@digest', { digest: 'a@b+c;d' }],
  ])('finds the page of %s', (path, pageId, routeParams) => {
    expect(createPageRouter(desk)(path)).toEqual({ kind: 'page', pageId, routeParams })
  })

  it.each(['/nowhere', '/Issues', '/issues/7/events', '/issues/7/events/1/2'])(
    'finds none for %s',
    (path) => {
      expect(createPageRouter(desk)(path)).toEqual({ kind: 'none' })
    },
  )

  it.each([
    '/issues/',
    '//issues',
    '/digests/a%2Fb',
    '/issues/../projects',
    '/.',
    '/issues\\7',
    '/digests/é',
    '',
  ])('leaves %j to Vike', (path) => {
    expect(createPageRouter(desk)(path)).toEqual({ kind: 'unknown' })
  })

  it('leaves everything to Vike where one page has a function for a route', () => {
    const match = createPageRouter([...desk, explicit(() => true, '/pages/function')])
    expect(match('/issues')).toEqual({ kind: 'unknown' })
  })

  it('leaves to Vike what a glob may take, and keeps what goes before every glob', () => {
    const match = createPageRouter([...desk, explicit('/files/*'), explicit('/own')])
    expect(match('/issues')).toMatchObject({ kind: 'page' })
    expect(match('/files/a')).toEqual({ kind: 'unknown' })
    expect(match('/own')).toEqual({ kind: 'unknown' })
  })

  it('finds what Vike finds, whatever the routes', () => {
    const part = fc.constantFrom('a', 'b', 'c', '@x', '@y')
    const route = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
    const routes = fc.uniqueArray(
      fc.tuple(route, fc.boolean()).map(([text, isExplicit]) => ({
        pageId: `${isExplicit ? 'own' : 'folder'} ${text}`,
        route: text,
        isExplicit,
      })),
      // two routes of one shape are an error of the application's
      { maxLength: 8, selector: ({ route, isExplicit }) => `${isExplicit} ${route.replace(/@./g, '@')}` },
    )
    const path = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'a-b.c'), { maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(routes, path, (pages, asked) => {
        const match = createPageRouter(pages)(asked)
        const expected = findAsVike(pages, asked)
        expect(match).toEqual(expected ? { kind: 'page', ...expected } : { kind: 'none' })
      }),
      { numRuns: runs(1_000) },
    )
  })
})
