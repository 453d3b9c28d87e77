import { describe, expect, it } from 'vitest'
import { createPending } from '#renderer/forms/pending.ts'
import { createNavigations, type NavigationNote } from '#renderer/navigation/navigate.ts'
import type { PageLoad } from '#renderer/navigation/page-loads.ts'
import type { RouteState } from '#renderer/navigation/route-cache.ts'
import { createHandClock } from '#tests/support/store/manual-clock.ts'

function aBrowser({ state = 'missed', shown }: { state?: RouteState; shown?: string } = {}) {
  const clock = createHandClock()
  const loads: string[] = []
  const given: string[] = []
  const left: string[] = []
  const notes: NavigationNote[] = []
  const ended: string[] = []
  const unrouted: string[] = []
  const busy: boolean[] = []
  const prefetching: ('held' | 'goes on')[] = []
  const load = (url: string): PageLoad => {
    loads.push(url)
    return { state, loaded: new Promise(() => {}) }
  }
  const navigations = createNavigations({
    loads: {
      stateOf: () => state,
      load,
      abandon: (url) => given.push(url),
      giveWay() {
        prefetching.push('held')
        return () => prefetching.push('goes on')
      },
      forgetWishes: () => given.push('wishes'),
      abortAll: () => given.push('all'),
    },
    pending: createPending((isPending) => busy.push(isPending), clock.setTimer),
    setTimer: clock.setTimer,
    leaveFor: (url) => left.push(url),
    shownKey: () => shown,
    onUnrouted: () => unrouted.push('missing'),
    onNavigation(note) {
      notes.push(note)
      return () => ended.push(note.path)
    },
  })
  return { navigations, clock, loads, given, left, notes, ended, unrouted, busy, prefetching }
}

describe('a document that is left while a navigation is under way', () => {
  it('says that no page is there where Vike has found no route', () => {
    const { navigations, unrouted } = aBrowser()
    navigations.begin('/no-such-page')
    navigations.stop()
    navigations.stop()
    expect(unrouted).toEqual(['missing'])
  })

  it('says nothing where it has, nor where it takes too long, nor where nobody navigates', () => {
    const { navigations, unrouted, clock } = aBrowser()
    navigations.stop()
    navigations.begin('/issues').isRouted = true
    navigations.stop()
    navigations.begin('/projects') // its code does not come
    clock.advance(3_800)
    navigations.stop()
    expect(unrouted).toEqual([])
  })

  it('says nothing where the page’s data is there', () => {
    const { navigations, unrouted } = aBrowser({ state: 'stale' })
    navigations.begin('/issues')
    navigations.stop()
    expect(unrouted).toEqual([])
  })

  it('says so of where a page leads on to', () => {
    const { navigations, unrouted } = aBrowser()
    navigations.begin('/').isRouted = true
    navigations.redirect('/no-such-page')
    navigations.stop()
    expect(unrouted).toEqual(['missing'])
  })
})

describe('the clock of a navigation', () => {
  it('loads the whole page 3800 ms after it began, and gives up what is under way', () => {
    const { navigations, clock, left, given } = aBrowser()
    navigations.begin('/issues?b=1&a=2#events')
    clock.advance(3_799)
    expect(left).toEqual([])
    clock.advance(1)
    expect(left).toEqual(['/issues?b=1&a=2#events'])
    expect(given).toEqual(['all'])
    expect(navigations.isLeaving()).toBe(true)
  })

  it('stops when the page is ready, whatever other page is', () => {
    const { navigations, clock, left, ended } = aBrowser()
    navigations.begin('/issues')
    expect(navigations.end('/projects')).toBeUndefined()
    expect(clock.pending()).toBe(2)
    expect(ended).toEqual([])
    expect(navigations.end('/issues')).toBe('missed')
    expect(ended).toEqual(['/issues'])
    clock.advance(10_000)
    expect(left).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('is not set back by the route hook, nor by a second click on the same link', () => {
    const { navigations, clock, left, loads } = aBrowser()
    navigations.begin('/issues')
    clock.advance(3_000)
    navigations.begin('/issues')
    clock.advance(800)
    expect(left).toEqual(['/issues'])
    expect(loads).toEqual(['/issues'])
  })

  it('goes on through redirects, and ends up where they lead', () => {
    const { navigations, clock, left, loads } = aBrowser()
    navigations.begin('/')
    clock.advance(3_000)
    navigations.redirect('/issues')
    navigations.begin('/issues') // Vike routes what it was redirected to
    clock.advance(800)
    expect(left).toEqual(['/issues'])
    expect(loads).toEqual(['/', '/issues'])
  })

  it('leaves redirects without an end to the browser', () => {
    const { navigations, left } = aBrowser()
    navigations.begin('/a')
    for (let count = 0; count < 10; count++) navigations.redirect(count % 2 === 0 ? '/b' : '/a')
    expect(navigations.isLeaving()).toBe(false)
    navigations.redirect('/b')
    expect(left).toEqual(['/b'])
    expect(navigations.isLeaving()).toBe(true)
  })

  it('begins anew for a newer navigation, and what came before is abandoned once Vike has moved on', () => {
    const { navigations, clock, left, given } = aBrowser()
    navigations.begin('/first')
    clock.advance(3_000)
    navigations.begin('/second')
    expect(given).toEqual([])
    navigations.supersede()
    expect(given).toEqual(['/first'])
    clock.advance(3_799)
    expect(left).toEqual([])
    clock.advance(1)
    expect(left).toEqual(['/second'])
  })

  it('does not abandon a page that is gone back to', () => {
    const { navigations, given } = aBrowser()
    navigations.begin('/first')
    navigations.begin('/second')
    navigations.begin('/first')
    navigations.supersede()
    expect(given).toEqual(['/second'])
  })

  it('is stopped by a document that is left by other means', () => {
    const { navigations, clock, left } = aBrowser()
    navigations.begin('/issues')
    navigations.stop()
    clock.advance(10_000)
    expect(left).toEqual([])
  })
})

describe('a document that is being left', () => {
  it('is left for a newer page at once, once', () => {
    const { navigations, clock, left, loads } = aBrowser()
    navigations.begin('/first')
    clock.advance(3_800)
    navigations.begin('/first')
    expect(left).toEqual(['/first'])
    navigations.begin('/second')
    navigations.begin('/second')
    expect(left).toEqual(['/first', '/second'])
    expect(loads).toEqual(['/first'])
  })

  it('can be navigated again when it is back', () => {
    const { navigations, clock, loads } = aBrowser()
    navigations.begin('/first')
    clock.advance(3_800)
    navigations.resume()
    expect(navigations.isLeaving()).toBe(false)
    navigations.begin('/second')
    expect(loads).toEqual(['/first', '/second'])
  })
})

describe('prefetches', () => {
  it('are held from the click until the page is there', () => {
    const { navigations, prefetching } = aBrowser()
    navigations.begin('/issues')
    expect(prefetching).toEqual(['held'])
    navigations.end('/issues')
    expect(prefetching).toEqual(['held', 'goes on'])
  })

  it('are held throughout where one navigation takes the place of another, or leads on', () => {
    const { navigations, prefetching } = aBrowser()
    navigations.begin('/first')
    navigations.begin('/second')
    navigations.redirect('/third')
    expect(prefetching).toEqual(['held', 'held', 'goes on', 'held', 'goes on'])
    navigations.end('/third')
    expect(prefetching.at(-1)).toBe('goes on')
  })

  it('go on beside a page that is there', () => {
    const { navigations, prefetching } = aBrowser({ state: 'stale' })
    navigations.begin('/issues')
    expect(prefetching).toEqual([])
  })

  it('are given up for good by a document that is left', () => {
    const { navigations, given, prefetching } = aBrowser()
    navigations.begin('/issues')
    navigations.stop()
    expect(given).toEqual(['wishes'])
    expect(prefetching).toEqual(['held', 'goes on']) // the bfcache may bring it back
  })
})

describe('what is told of a navigation', () => {
  it('is its path and what was found, once, without the query', () => {
    const { navigations, notes } = aBrowser({ state: 'fresh' })
    navigations.begin('/issues?project=shop')
    navigations.begin('/issues?project=shop')
    expect(notes).toEqual([{ path: '/issues', prefetch: 'fresh' }])
  })

  it('is pending once it is felt, until it ends', () => {
    const { navigations, clock, busy } = aBrowser()
    navigations.begin('/issues')
    clock.advance(150)
    expect(busy).toEqual([true])
    navigations.end('/issues')
    expect(busy).toEqual([true, false])
  })
})

it('asks anew for the page that is shown: its link is a wish to see what is new', () => {
  const { navigations } = aBrowser({ state: 'fresh', shown: '/issues' })
  expect(navigations.begin('/issues').state).toBe('stale')
  navigations.end('/issues')
  expect(navigations.begin('/projects').state).toBe('fresh')
})
