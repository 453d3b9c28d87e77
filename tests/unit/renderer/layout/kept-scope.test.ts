import { describe, expect, it } from 'vitest'
import { chosenScope, keepScope } from '#renderer/layout/kept-scope.ts'

const projects = [{ slug: 'shop', name: 'Shop', openIssueCount: 0 }]
const chosen = (search: string) => chosenScope({ search, projects, now: Date.UTC(2026, 10, 23) })

describe('the links to the pages', () => {
  it('keep the project, the environment and the period that the page has a switch for', () => {
    const scope = chosen('?project=shop&environment=staging&statsPeriod=7d&query=price&cursor=9')
    expect(keepScope('/logs', scope)).toBe('/logs?project=shop&environment=staging&statsPeriod=7d')
    expect(keepScope('/monitors', scope)).toBe('/monitors?project=shop&environment=staging')
    expect(keepScope('/usage', scope)).toBe('/usage?project=shop&statsPeriod=7d')
    expect(keepScope('/releases', scope)).toBe('/releases?project=shop')
    expect(keepScope('/settings', scope)).toBe('/settings')
  })

  it('keep both ends of a time, and the zone that they were written in', () => {
    const scope = chosen('?start=2026-11-21T10%3A00&end=2026-11-21T12%3A30&zone=Europe%2FVienna')
    expect(keepScope('/traces', scope)).toBe(
      '/traces?start=2026-11-21T10%3A00&end=2026-11-21T12%3A30&zone=Europe%2FVienna',
    )
  })

  it.each([
    ['no choice', ''],
    ['a project that does not exist', '?project=gone'],
    ['a period that is refused', '?project=shop&statsPeriod=soon'],
  ])('keep nothing of %s', (_, search) => {
    expect(keepScope('/logs', chosen(search))).toBe('/logs')
  })
})
