import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { followsProject, hasEnvironments, pages } from '#renderer/layout/pages.ts'
import { desk } from '#renderer/texts/frame/places.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

const sources = listSources('pages')
const folders = sources
  .filter((path) => path.endsWith('/+Page.tsx'))
  .map((path) => dirname(path).slice('pages'.length))
const named = Object.entries(pages).flatMap(([route, { name }]) =>
  name === undefined ? [] : [[route, name]],
)
const keys = Object.values(pages).flatMap(({ link }) => link?.key ?? [])

it('has every page, and no other', () => {
  expect(Object.keys(pages).sort()).toEqual(folders.sort())
})

it.each(named)('gives %s its title: %s', async (route, name) => {
  const module: { default: unknown } = await import(join(repositoryRoot, 'pages', route, '+title.ts'))
  // a title that its data completes begins with the name
  const title = typeof module.default === 'function' ? await module.default({}) : module.default
  expect([`${name} · ${desk}`, desk]).toContain(title)
})

it('names every page that it lists, and no page with a parameter in its address', () => {
  for (const [route, { name, link }] of Object.entries(pages)) {
    if (link !== undefined) expect(name, route).toBeDefined()
    if (name !== undefined) expect(route).not.toContain('@')
  }
})

it('gives each letter to one page', () => {
  expect(new Set(keys).size).toBe(keys.length)
})

it('gives a period to every page that has a switch for it, but to the lists of issues and of the audit log, which show all', () => {
  const without = Object.entries(pages).filter(
    ([, { switches, ownPeriod }]) => switches?.includes('period') && ownPeriod === undefined,
  )
  expect(without.map(([route]) => route)).toEqual(['/issues', '/settings/audit'])
})

it('is the only place that says the period of a page; an issue has the one that its age asks for', () => {
  const readers = sources.filter((path) =>
    readFileSync(join(repositoryRoot, path), 'utf8').includes('parseScope('),
  )
  expect(readers).toEqual(['pages/issues/@issueId/trend-period.ts'])
})

it('has a loader where a page follows a switch', () => {
  for (const [route, { switches }] of Object.entries(pages)) {
    if (switches !== undefined)
      expect(existsSync(join(repositoryRoot, 'pages', route, '+loader.ts')), route).toBe(true)
  }
})

it('asks for environments where there is a switch for them', () => {
  expect(hasEnvironments('/logs')).toBe(true)
  expect(hasEnvironments('/usage')).toBe(false)
  expect(hasEnvironments('/constructor')).toBe(false)
})

it('lets a page be asked for one project where there is a switch for that', () => {
  expect(followsProject('/performance')).toBe(true)
  expect(followsProject('/performance/route')).toBe(false)
  expect(followsProject('/projects')).toBe(false)
})
