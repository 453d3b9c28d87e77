import { describe, expect, it } from 'vitest'
import type { LoadedPage } from '#renderer/navigation/load-payload.ts'
import { createPageLoads } from '#renderer/navigation/page-loads.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

const page = (name: string): LoadedPage => ({
  kind: 'found',
  payload: { body: JSON.stringify({ data: { page: name, frame: {} } }), answeredAt: null },
})
const redirect = (to: string): LoadedPage => ({
  kind: 'found',
  payload: { body: JSON.stringify({ redirect: to }), answeredAt: null },
})

function someLoads(answers: Record<string, LoadedPage> = {}) {
  const clock = createHandClock()
  const asked: string[] = []
  const code: string[] = []
  let codeFails = false
  const loads = createPageLoads({
    clock: clock.clock,
    whenIdle: (work) => work(),
    async loadPayload(key) {
      asked.push(key)
      return answers[key] ?? page(key)
    },
    async loadCode(url) {
      code.push(url)
      if (codeFails) throw new TypeError('a broken chunk')
    },
  })
  /** Resolves when what was wished for has ended: a navigation to it joins in. */
  const prefetched = async (url: string) => {
    loads.prefetch(url, 'intent')
    await loads.reload(url)
  }
  return { clock, asked, code, loads, prefetched, breakCode: () => (codeFails = true) }
}

describe('load()', () => {
  it('uses what was prefetched, then shows it and asks again, then asks anew', async () => {
    const { clock, asked, loads, prefetched } = someLoads()
    await prefetched('/a?y=1&x=2')
    expect(loads.load('/a?x=2&y=1')).toEqual({ state: 'fresh', loaded: page('/a?x=2&y=1') })
    clock.advance(30_000)
    expect(loads.stateOf('/a?x=2&y=1')).toBe('stale')
    expect(loads.load('/a?x=2&y=1').state).toBe('stale')
    clock.advance(270_001)
    const { state, loaded } = loads.load('/a?x=2&y=1')
    expect(state).toBe('missed')
    expect(await loaded).toEqual(page('/a?x=2&y=1'))
    expect(asked).toHaveLength(2)
  })

  it('keeps no failure', async () => {
    const { loads, asked } = someLoads({ '/a': { kind: 'failed', digest: 'D' }, '/b': { kind: 'missing' } })
    for (const url of ['/a', '/a', '/b', '/b']) await loads.load(url).loaded
    expect(asked).toEqual(['/a', '/a', '/b', '/b'])
  })

  it('follows a redirect that is fresh, and asks again where an older one leads', async () => {
    const { clock, loads } = someLoads({ '/': redirect('/issues') })
    await loads.load('/').loaded
    expect(loads.stateOf('/')).toBe('fresh')
    clock.advance(30_000)
    expect(loads.stateOf('/')).toBe('missed')
  })
})

describe('prefetch()', () => {
  it('asks for code once the page is known to be there', async () => {
    const { code, prefetched } = someLoads({ '/b': { kind: 'missing' } })
    await prefetched('/a')
    await prefetched('/b')
    expect(code).toEqual(['/a'])
  })

  it('goes on to where a page leads, and asks for nothing of another origin', async () => {
    const { asked, code, loads, prefetched } = someLoads({
      '/': redirect('/issues'),
      '/out': redirect('https://elsewhere.example/'),
    })
    await prefetched('/')
    await loads.reload('/issues')
    await prefetched('/out')
    expect(asked).toEqual(['/', '/issues', '/out'])
    expect(code).toEqual(['/issues'])
  })

  it('asks for nothing that is fresh', async () => {
    const { asked, clock, prefetched, loads } = someLoads()
    await prefetched('/a')
    loads.prefetch('/a', 'viewport')
    expect(asked).toHaveLength(1)
    clock.advance(30_000)
    loads.prefetch('/a', 'viewport')
    expect(asked).toHaveLength(2)
  })

  it('asks for code alone where the data came while the wish waited', async () => {
    const { asked, code, loads } = someLoads()
    const goOn = loads.giveWay()
    loads.prefetch('/a', 'viewport')
    loads.keep('/a', { body: '{"data":{}}', answeredAt: null })
    goOn()
    await loads.reload('/a')
    expect([asked, code]).toEqual([[], ['/a']])
  })

  it('does not fail a navigation by code that breaks', async () => {
    const { loads, breakCode } = someLoads()
    breakCode()
    loads.prefetch('/a', 'intent')
    expect(await loads.load('/a').loaded).toEqual(page('/a'))
  })
})

describe('drop()', () => {
  it('forgets what is kept, and does not keep what was asked for before', async () => {
    const { loads, prefetched } = someLoads()
    await prefetched('/a')
    await prefetched('/b')
    const underWay = loads.reload('/c')
    loads.drop(['/a'])
    await underWay
    expect(['/a', '/b', '/c'].map(loads.stateOf)).toEqual(['missed', 'fresh', 'missed'])
    loads.drop()
    expect(loads.stateOf('/b')).toBe('missed')
  })

  it('lets what came with a document or a form be kept', () => {
    const { loads } = someLoads()
    loads.keep('/a/?x=1', { body: '{"data":{}}', answeredAt: null })
    expect(loads.stateOf('/a?x=1')).toBe('fresh')
  })
})
