import { expect, it } from 'vitest'
import { createOutdatedPages } from '#renderer/enhance/live/outdated.ts'
import { parseHello, parseUpdate } from '#renderer/enhance/live/parse-update.ts'
import type { RouteState } from '#renderer/navigation/route-cache.ts'
import { aFrame } from '#tests/support/builders/a-frame.ts'

/** Shows a page that was loaded at 10 s; says whether it was asked for again. */
function isRefreshed(
  found: RouteState | undefined,
  { cameAt = [] as number[], isLive = true } = {},
): boolean {
  const asked: string[] = []
  const pages = createOutdatedPages({
    shown: () => ({ url: '/issues', data: { page: {}, frame: aFrame({ now: 10_000 }) } }),
    refresh: (url) => void asked.push(url),
    isLive: () => isLive,
  })
  for (const at of cameAt) pages.came(at)
  pages.shows(found)
  return asked.length > 0
}

it('asks again for what was reached for before something came', () => {
  expect(isRefreshed('fresh')).toBe(false)
  expect(isRefreshed('fresh', { cameAt: [12_000] })).toBe(true)
  expect(isRefreshed('fresh', { cameAt: [12_000, 5_000] })).toBe(true)
  expect(isRefreshed('fresh', { cameAt: [9_000] })).toBe(false)
})

it('asks again for what was on its way as something came, and cannot tell within the same second', () => {
  expect(isRefreshed('missed', { cameAt: [11_000] })).toBe(true)
  expect(isRefreshed('missed', { cameAt: [10_000] })).toBe(true)
  expect(isRefreshed('missed')).toBe(false)
})

it('asks for nothing twice, and for what was kept while nobody listened', () => {
  expect(isRefreshed('stale', { cameAt: [12_000] })).toBe(false)
  expect(isRefreshed('fresh', { isLive: false })).toBe(true)
  expect(isRefreshed('missed', { isLive: false })).toBe(false)
  expect(isRefreshed(undefined, { cameAt: [12_000], isLive: false })).toBe(false)
})

it('knows when something came by the server’s clock', () => {
  expect(parseHello('{"hasMissed":true,"cameAt":12,"at":15}')).toEqual({ cameAt: 12 })
  for (const other of ['', '{"hasMissed":false}']) expect(parseHello(other)).toEqual({ cameAt: 0 })
  expect(parseUpdate('{"projects":[],"issues":[],"at":12}')?.at).toBe(12)
  expect(parseUpdate('{"projects":[],"issues":[]}')?.at).toBe(0)
})
