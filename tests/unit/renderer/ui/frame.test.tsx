import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { currentMark } from '../../../../renderer/ui/frame/destinations.ts'
import { SideBar } from '../../../../renderer/ui/frame/SideBar.tsx'

it.each([
  ['/issues', '/issues', 'page'],
  ['/issues', '/issues/7/events/abc', 'true'],
  ['/issues', '/issues-of-others', undefined],
  ['/issues', '/digests', undefined],
])('currentMark(%s, %s) is %s', (destination, path, mark) =>
  expect(currentMark(destination, path)).toBe(mark),
)

it('counts what is open, for each project and for all', () => {
  const projects = [
    { slug: 'shop-web', name: 'Shop web', openIssueCount: 7 },
    { slug: 'shop-api', name: 'shop-api', openIssueCount: 0 },
    { slug: 'jobs', name: 'jobs', openIssueCount: 3 },
  ]
  const viewer = { id: 1, email: 'mk@shop.example', role: 'owner' }
  const html = renderToStaticMarkup(
    <SideBar frame={{ viewer, projects, path: '/issues', now: 0 }} viewer={viewer} />,
  )
  const words = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(words).toContain('Issues 10 open Digests')
  expect(words).toContain('Shop web 7 open shop-api jobs 3 open')
  expect(html).toContain('href="/issues?project=shop-web"')
  expect(html).toMatch(
    /<form[^>]* method="post" action="\/sign-out"|<form[^>]* action="\/sign-out" method="post"/,
  )
})
