import { describe, expect, it } from 'vitest'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { measureScripts } from '#tests/support/sites/script-size.ts'
import { budget, overrunsOf } from '#tests/support/sites/size-budget.ts'

/** The settings of the build that global-setup.ts makes: telemetry is in it. */
const sizes = measureScripts('pages/issues')

describe('the JavaScript of the issues page', () => {
  it('is within its budget, and so is each part of it', () => {
    expect(overrunsOf(sizes)).toEqual([])
  })

  it('is counted completely: the parts add up to the files, and each budget has a part', () => {
    const add = (all: Record<string, number>) => Object.values(all).reduce((sum, bytes) => sum + bytes, 0)
    expect(add(sizes.parts)).toBeCloseTo(sizes.total)
    expect(add(sizes.files)).toBe(sizes.total)
    expect(Object.keys(sizes.parts).sort()).toEqual(Object.keys(budget.parts).sort())
  })

  it('is what the document asks for', async () => {
    const desk = await startTestDesk()
    const answer = await fetch(`${desk.url}/issues`, { headers: { cookie: await sessionOf(desk) } })
    const html = await answer.text()
    const named = new Set([...html.matchAll(/\/assets\/([\w./-]+\.js)/g)].map(([, name]) => name))
    expect([...named].sort()).toEqual(Object.keys(sizes.files).sort())
  })
})

describe('overrunsOf()', () => {
  it('names each part that has grown, its size and its budget', () => {
    const grown = { total: 12, parts: { vike: 11, page: 1, moment: 0.6 } }
    expect(overrunsOf(grown, { total: 12, parts: { vike: 10, page: 1 } })).toEqual([
      'vike: 11 bytes, and 10 are its budget',
      'moment: 1 bytes, and 0 are its budget',
    ])
  })
})
