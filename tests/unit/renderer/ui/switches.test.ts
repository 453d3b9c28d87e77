import { describe, expect, it } from 'vitest'
import { describePeriod, formatCovered, formatPeriod } from '#renderer/layout/menus/period-text.ts'
import { parseSwitches } from '#renderer/layout/switches.ts'

const asked = {
  path: '/performance',
  search: '?environment=staging&cursor=abc&sort=p95',
  projects: [{ slug: 'shop', name: 'Shop', openIssueCount: 1 }],
  environments: ['production', 'staging'],
  zone: 'Europe/Berlin',
  now: Date.UTC(2026, 10, 21, 12),
}

describe('the switches of a page', () => {
  it('are none where its data follows none', () => {
    expect(parseSwitches({ ...asked, path: '/settings' })).toBeUndefined()
  })

  it('keep what else the address says, but no place in a list', () => {
    const [project, environment] = parseSwitches(asked)?.choices ?? []
    expect(project).toMatchObject({
      shown: 'All projects',
      isSet: false,
      options: [
        { href: '/performance?environment=staging&sort=p95', isChosen: true },
        { name: 'Shop', href: '/performance?environment=staging&sort=p95&project=shop', isChosen: false },
      ],
    })
    expect(environment).toMatchObject({
      shown: 'staging',
      isSet: true,
      options: [
        { name: 'All environments', href: '/performance?sort=p95' },
        { name: 'production', href: '/performance?environment=production&sort=p95' },
        { name: 'staging', isChosen: true },
      ],
    })
  })

  it('offer what is chosen though nobody knows it', () => {
    const [, environment] = parseSwitches({ ...asked, search: '?environment=gone' })?.choices ?? []
    expect(environment).toMatchObject({ shown: 'gone', isSet: true })
    expect(environment?.options.at(-1)).toMatchObject({ name: 'gone', isChosen: true })
  })

  it('say the page’s own period where none is chosen', () => {
    const period = parseSwitches(asked)?.period
    expect(period).toMatchObject({ shown: 'Last 24 hours', isSet: false, start: '', end: '' })
    expect(period?.options.find(({ isChosen }) => isChosen)?.name).toBe('Last 24 hours')
    expect(period?.hiddenFields).toEqual([
      ['environment', 'staging'],
      ['sort', 'p95'],
    ])
  })

  it('say that a page shows all there is, and lead back to that', () => {
    const issues = { ...asked, path: '/issues', search: '' }
    expect(parseSwitches(issues)?.period).toMatchObject({ shown: 'Any time', isSet: false })
    const day = parseSwitches({ ...issues, search: '?statsPeriod=24h' })?.period
    expect(day).toMatchObject({ shown: 'Last 24 hours', isSet: true })
    expect(day?.options[0]).toEqual({ name: 'Any time', href: '/issues', isChosen: false })
  })

  it('show an absolute period on the reader’s clock, and lead away from it', () => {
    const search = '?start=2026-11-20T10:00:00Z&end=2026-11-20T12:30:00Z'
    const period = parseSwitches({ ...asked, search })?.period
    expect(period).toMatchObject({
      shown: '20 Nov, 11:00 to 13:30',
      isSet: true,
      start: '2026-11-20T11:00',
      end: '2026-11-20T13:30',
    })
    expect(period?.options[0]?.href).toBe('/performance?statsPeriod=1h')
  })

  it('show a period that was entered in another zone on the reader’s clock as well', () => {
    const search = '?start=2026-11-20T19:00&end=2026-11-20T21:30&zone=Asia/Tokyo'
    expect(parseSwitches({ ...asked, search })?.period).toMatchObject({
      shown: '20 Nov, 11:00 to 13:30',
      zone: 'Europe/Berlin',
      start: '2026-11-20T11:00',
    })
  })

  it('compare with the period before, and stop', () => {
    expect(parseSwitches(asked)?.period?.compare).toMatchObject({
      href: '/performance?environment=staging&sort=p95&compare=1',
      isChosen: false,
    })
    const compared = parseSwitches({ ...asked, search: '?compare=1' })?.period?.compare
    expect(compared).toMatchObject({ href: '/performance', isChosen: true })
    expect(parseSwitches({ ...asked, path: '/logs' })?.period?.compare).toBeUndefined()
  })

  it('say that two periods are compared, where they can be', () => {
    const shownAt = (path: string, search: string) => parseSwitches({ ...asked, path, search })?.period
    expect(shownAt('/performance', '?compare=1')).toMatchObject({
      shown: 'Last 24 hours, compared',
      isSet: true,
    })
    expect(shownAt('/logs', '?compare=1')).toMatchObject({ shown: 'Last 24 hours', isSet: false })
  })
})

it('names both days of a period that has two', () => {
  const period = { start: Date.UTC(2026, 10, 3, 10), end: Date.UTC(2026, 10, 4, 8), statsPeriod: undefined }
  expect(formatPeriod(period, 'UTC')).toBe('3 Nov, 10:00 to 4 Nov, 08:00 UTC')
})

it('says from when on numbers are counted, or between which times', () => {
  const ends = { start: Date.UTC(2026, 10, 21, 10), end: Date.UTC(2026, 10, 22, 12) }
  expect(formatCovered(ends, ends.end - 1, 'UTC')).toBe('since 21 Nov, 10:00 UTC')
  expect(formatCovered(ends, ends.end - 1, 'Europe/Berlin')).toBe('since 21 Nov, 11:00')
  expect(formatCovered(ends, ends.end, 'UTC')).toBe('from 21 Nov, 10:00 to 22 Nov, 12:00 UTC')
})

it('names a period in the middle of a sentence', () => {
  const ends = { start: Date.UTC(2026, 10, 21, 10), end: Date.UTC(2026, 10, 21, 12) }
  expect(describePeriod({ ...ends, statsPeriod: '24h' }, 'UTC')).toBe('the last 24 hours')
  expect(describePeriod({ ...ends, statsPeriod: '1h' }, 'UTC')).toBe('the last hour')
  expect(describePeriod({ ...ends, statsPeriod: undefined }, 'Europe/Berlin')).toBe('21 Nov, 11:00 to 13:00')
})
