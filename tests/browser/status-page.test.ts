import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PublicStatus } from '#server/status/read-status.ts'
import { renderStatus } from '#server/status/render-status.ts'
import { inDealtLook } from '#tests/support/browser/both-looks.ts'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'

const NOW = Date.UTC(2026, 10, 25, 9)
const DAY_MS = 86_400_000

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => closeWindows(browser))

/** A strip of days: most without a failure, some with, and some that nothing is known of. */
const parts = Array.from({ length: 90 }, (_, index) => ({
  at: NOW - (89 - index) * DAY_MS,
  ...(index < 10
    ? { up: 0, down: 0 }
    : { up: 1_440 - (index % 7 === 0 ? 90 : 0), down: index % 7 === 0 ? 90 : 0 }),
}))

/** The parts that a status page can have: each state, both kinds, incidents, and an announcement. */
const FULL: PublicStatus = {
  ...{ title: 'Shop', announcement: 'We move on Sunday.', timezone: 'Europe/Vienna', isIndexed: false },
  at: NOW,
  services: [
    { name: 'Web shop', state: 'up', kind: 'check', parts },
    {
      name: 'A service with a name of one long word: '.padEnd(100, 'x'),
      state: 'down',
      kind: 'check',
      parts,
    },
    { name: 'Backup', state: 'unknown', kind: 'job', parts: parts.slice(0, 40) },
  ],
  incidents: [
    { name: 'Web shop', beganAt: NOW - 3_600_000, endedAt: null },
    { name: 'Backup', beganAt: NOW - 2 * DAY_MS, endedAt: NOW - 2 * DAY_MS + 600_000 },
  ],
}

it.each([
  ['with all that it can show', FULL],
  ['without anything', { ...FULL, announcement: '', services: [], incidents: [] }],
])(
  'a public status page %s has no faults for screen readers, nor anything too wide',
  async (_what, status) => {
    const page = await (await browser.newContext()).newPage()
    await page.setContent(renderStatus(status))
    await inDealtLook(page, async (look) => {
      expect(await violationsOf(page), look).toEqual([])
      expect(await overflowOf(page), look).toBe(0)
    })
  },
)
