import { describe, expect, it } from 'vitest'
import {
  hasLapsed,
  type IgnoredUntil,
  type IssueState,
  nextState,
  type Occurrence,
  resolutionIn,
} from '#server/processing/life-cycle.ts'

const NOW = 1_700_000_000_000
const REGRESSED: IssueState = { status: 'open', substatus: 'regressed' }
const ESCALATING: IssueState = { status: 'open', substatus: 'escalating' }

const afterEvent = (state: IssueState, occurrence: Partial<Occurrence> = {}) =>
  nextState(state, { release: null, environment: null, seen: 0, ...occurrence }, NOW)

const ignored = (until: IgnoredUntil): IssueState => ({ status: 'ignored', until })

describe('what is open or archived', () => {
  it.each<IssueState>([{ status: 'open', substatus: null }, REGRESSED, { status: 'archived' }])(
    'stays %j',
    (state) => {
      expect(afterEvent(state, { release: 'shop@9.0.0', environment: 'production', seen: 1e6 })).toBe(state)
    },
  )
})

describe('what is resolved', () => {
  const releases = (...versions: string[]) => versions.map((version, firstSeen) => ({ version, firstSeen }))
  const resolvedIn = (release: string | null, ...known: string[]): IssueState => ({
    status: 'resolved',
    resolution: resolutionIn(release, releases(...known)),
  })

  it('now comes back with any event', () => {
    expect(afterEvent({ status: 'resolved', resolution: { kind: 'now' } })).toEqual(REGRESSED)
  })

  it.each([
    {
      known: ['shop@1.2.0', 'shop@1.3.0'],
      stays: ['shop@1.2.0', 'shop@1.3.0', 'shop@1.3.0-rc.1'],
      back: 'shop@1.3.1',
    },
    { known: ['2026.11.1', '2026.11.20'], stays: ['2026.11.3'], back: '2026.12.1' },
    { known: ['4f2c91de', 'b70aa12f'], stays: ['4f2c91de', 'b70aa12f'], back: '0c1d2e3f' },
    { known: [], stays: [], back: 'shop@1.0.0' },
  ])('in the release after $known', ({ known, stays, back }) => {
    const state = resolvedIn(null, ...known)
    for (const release of [null, ...stays]) expect(afterEvent(state, { release })).toBe(state)
    expect(afterEvent(state, { release: back })).toEqual(REGRESSED)
  })

  it('in a release comes back with that one or a newer one', () => {
    const state = resolvedIn('shop@2.0.0', 'shop@1.9.0')
    for (const release of [null, 'shop@1.9.9', 'shop@2.0.0-rc.1', 'till@3.0.0']) {
      expect(afterEvent(state, { release })).toBe(state)
    }
    for (const release of ['shop@2.0.0', 'shop@2.0.1'])
      expect(afterEvent(state, { release })).toEqual(REGRESSED)
  })

  it('in a commit that is out comes back with any that was not known, else with itself only', () => {
    const out = resolvedIn('b70aa12f', '4f2c91de', 'b70aa12f')
    expect(afterEvent(out, { release: '4f2c91de' })).toBe(out)
    expect(afterEvent(out, { release: '0c1d2e3f' })).toEqual(REGRESSED)
    const toCome = resolvedIn('b70aa12f', '4f2c91de')
    expect(afterEvent(toCome, { release: '0c1d2e3f' })).toBe(toCome)
    expect(afterEvent(toCome, { release: 'b70aa12f' })).toEqual(REGRESSED)
  })

  it('takes a release that is called next for one', () => {
    expect(resolvedIn('next')).toMatchObject({ resolution: { kind: 'release', release: 'next' } })
  })
})

describe('what is ignored', () => {
  it('for ever stays so', () => {
    const state = ignored({ kind: 'forever' })
    expect(afterEvent(state, { seen: 1e9 })).toBe(state)
  })

  it('for a time is open from then on, without an event too', () => {
    const early = ignored({ kind: 'time', until: NOW + 1 })
    expect([afterEvent(early), hasLapsed(early, NOW)]).toEqual([early, false])
    const over = ignored({ kind: 'time', until: NOW })
    expect([afterEvent(over), hasLapsed(over, NOW)]).toEqual([{ status: 'open', substatus: null }, true])
  })

  it.each<IgnoredUntil>([
    { kind: 'events', count: 3, periodMinutes: null },
    { kind: 'events', count: 3, periodMinutes: 5 },
    { kind: 'users', count: 3 },
  ])('until %j is open when as many were seen', (until) => {
    const state = ignored(until)
    expect(afterEvent(state, { seen: 2 })).toBe(state)
    expect(afterEvent(state, { seen: 3 })).toEqual(ESCALATING)
  })

  it('for an environment is open when it happens in another, or in none', () => {
    const state = ignored({ kind: 'environment', environment: 'staging' })
    expect(afterEvent(state, { environment: 'staging' })).toBe(state)
    expect(afterEvent(state, { environment: 'production' })).toEqual(ESCALATING)
    expect(afterEvent(state)).toEqual(ESCALATING)
  })
})
