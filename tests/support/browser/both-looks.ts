import type { BrowserContextOptions, Page } from 'playwright-core'
import { dealFrom, isFull } from '#tests/support/run/doses.ts'

const reducedMotion = 'reduce' // a colour on its way to another has too little contrast
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 900 }
const WIDE = { colorScheme: 'light', viewport: DESK, reducedMotion } as const
const NARROW = { colorScheme: 'dark', viewport: PHONE, reducedMotion } as const

/** How pages are shown: on a desk in daylight, and on a phone at night. */
export const LOOKS = [WIDE, NARROW] as const satisfies BrowserContextOptions[]

/** Each theme at each width. */
const EVERY_LOOK = [
  WIDE,
  NARROW,
  { ...WIDE, colorScheme: 'dark' },
  { ...NARROW, colorScheme: 'light' },
] as const satisfies BrowserContextOptions[]

type Look = (typeof LOOKS | typeof EVERY_LOOK)[number]

/**
 * Shows what is loaded in both looks, first the one that it was loaded in: a load is dear, a look is not. The page stays
 * in the other one, so that of the pages that are loaded in turn, every second is loaded as on a phone.
 */
export async function inBothLooks(page: Page, check: (look: string) => Promise<void>): Promise<void> {
  const isNarrow = page.viewportSize()?.width === PHONE.width
  for (const look of isNarrow ? LOOKS.toReversed() : LOOKS) await inLook(page, look, check)
}

const nextLook = dealFrom()

/**
 * For checks that cost more than a load: shows what is loaded in every look in `npm run test:long`, and in one of them in
 * `npm test`, where the looks are dealt out to the pages in turn.
 */
export async function inDealtLook(page: Page, check: (look: string) => Promise<void>): Promise<void> {
  const next = EVERY_LOOK[nextLook() % EVERY_LOOK.length] ?? WIDE
  for (const look of isFull ? EVERY_LOOK : [next]) await inLook(page, look, check)
}

async function inLook(
  page: Page,
  { colorScheme, viewport }: Look,
  check: (look: string) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion })
  await page.setViewportSize(viewport)
  await check(`${colorScheme}, ${viewport.width} wide`)
}
