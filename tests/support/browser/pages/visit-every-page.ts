import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { type EveryPage, startEveryPage } from './every-page.ts'

/** A desk with something on every page, and a browser, for a file of tests. */
export function visitEveryPage() {
  let every: EveryPage
  let browser: Browser

  beforeAll(async () => {
    every = await startEveryPage()
    browser = await launchChromium()
  })

  afterAll(async () => {
    await closeWindows(browser)
    await every.close()
  })

  return {
    every: () => every,
    open: keepPage({ browser: () => browser, desk: () => every.desk }),
    placeOf: (folder: string) => knownOf(every.places, folder),
    formOf: (folder: string) => knownOf(every.forms, folder),
  }
}

/** What is known of a page or a form: a new one has to be told of in every-page.ts. */
function knownOf<Known>(table: Record<string, Known>, folder: string): Known {
  const known = table[folder]
  if (known === undefined) throw new Error(`Cannot visit pages${folder}: every-page.ts does not say how`)
  return known
}
