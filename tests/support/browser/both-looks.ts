import type { BrowserContextOptions, Page } from 'playwright-core'

const reducedMotion = 'reduce' // a colour on its way to another has too little contrast
const WIDE = { colorScheme: 'light', viewport: { width: 1440, height: 900 }, reducedMotion } as const
const NARROW = { colorScheme: 'dark', viewport: { width: 390, height: 900 }, reducedMotion } as const

/** How pages are shown: on a desk in daylight, and on a phone at night. */
export const LOOKS = [WIDE, NARROW] as const satisfies BrowserContextOptions[]

/**
 * Shows what is loaded in both looks, first the one that it was loaded in: a load is dear, a look is not. The page stays
 * in the other one, so that of the pages that are loaded in turn, every second is loaded as on a phone.
 */
export async function inBothLooks(page: Page, check: (look: string) => Promise<void>): Promise<void> {
  const isNarrow = page.viewportSize()?.width === NARROW.viewport.width
  for (const { colorScheme, viewport } of isNarrow ? LOOKS.toReversed() : LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion })
    await page.setViewportSize(viewport)
    await check(`${colorScheme}, ${viewport.width} wide`)
  }
}
