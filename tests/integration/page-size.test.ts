import { describe, expect, it } from 'vitest'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { measureScripts } from '#tests/support/sites/script-size.ts'
import { budget, overrunsOf } from '#tests/support/sites/size-budget.ts'

/** The settings of the build that global-setup.ts makes: telemetry is in it. */
const sizes = measureScripts('pages/issues')

describe('the JavaScript of the issues page', () => {
  it('is within its budget, and so are each part of it and what comes when the page is idle', () => {
    expect(overrunsOf(sizes)).toEqual([])
  })

  it('is counted completely: the parts add up to the files, and each budget has a part', () => {
    const add = (all: Record<string, number>) => Object.values(all).reduce((sum, bytes) => sum + bytes, 0)
    expect(add(sizes.parts)).toBeCloseTo(sizes.total)
    expect(add(sizes.files)).toBe(sizes.total)
    expect(Object.keys(sizes.laterFiles).length).toBeGreaterThan(1) // renderer/enhance/ and telemetry/late-parts.ts
    expect(Object.keys(sizes.parts).sort()).toEqual(Object.keys(budget.parts).sort())
  })

  it('is what the document asks for', async () => {
    const desk = await sharedDesk()
    const answer = await fetch(`${desk.url}/issues`, { headers: { cookie: await sessionOf(desk) } })
    const html = await answer.text()
    const named = new Set([...html.matchAll(/\/assets\/([\w./-]+\.js)/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual(Object.keys(sizes.files).sort())
  })
})

describe('overrunsOf()', () => {
  it('names each part that has grown, its size and its budget', () => {
    const grown = { total: 12, later: 5, parts: { vike: 11, page: 1, moment: 0.6 } }
    expect(overrunsOf(grown, { total: 12, later: 4, parts: { vike: 10, page: 1 } })).toEqual([
      'what comes when idle: 5 bytes, and 4 are its budget',
      'vike: 11 bytes, and 10 are its budget',
      'moment: 1 bytes, and 0 are its budget',
    ])
  })
})
