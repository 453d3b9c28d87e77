import { describe, expect, it } from 'vitest'
import { saveScrollPosition } from '#renderer/page/vike-internals.ts'

describe('saveScrollPosition()', () => {
  const saved = (state: unknown, scrollY: number, hash = '') => {
    const written: unknown[] = []
    const history = { state, replaceState: (next: unknown) => written.push(next) }
    saveScrollPosition(history, { scrollX: 0, scrollY, location: { hash } as Location }) // all that is read of it
    return written
  }

  it('writes where the page is, beside what else is known of it', () => {
    const state = { own: 1, vike: { timestamp: 2, scrollPosition: { x: 0, y: 10 } } }
    expect(saved(state, 30)).toEqual([{ own: 1, vike: { timestamp: 2, scrollPosition: { x: 0, y: 30 } } }])
  })

  it('writes nothing that stands there already, and no top, which is where Vike goes anyway', () => {
    expect(saved({ vike: { scrollPosition: { x: 0, y: 30 } } }, 30)).toEqual([])
    expect(saved({ vike: { scrollPosition: null } }, 0)).toEqual([])
    expect(saved({ vike: { scrollPosition: { x: 0, y: 30 } } }, 0)).toHaveLength(1)
    expect(saved({ vike: { scrollPosition: null } }, 0, '#content')).toHaveLength(1) // Vike would go to the place
  })

  it('leaves the state of others alone', () => {
    expect(saved(null, 30)).toEqual([])
    expect(saved({ own: 1 }, 30)).toEqual([])
  })
})
