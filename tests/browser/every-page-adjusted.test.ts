import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { foldersWith } from '#tests/support/browser/every-page.ts'
import { collectMessages, overflowFaults } from '#tests/support/browser/page-faults.ts'
import { visitEveryPage } from '#tests/support/browser/visit-every-page.ts'

const { open, placeOf } = visitEveryPage()

/** As many are tried in what surrounds a page, and in the page itself. */
const TABS = 14

const WINDOWS = {
  'at its usual size': { width: 1_440, height: 900 },
  'at 200 %': { width: 720, height: 450 },
}
/** Of one that is enlarged to 400 %: https://www.w3.org/TR/WCAG22/#reflow */
const REFLOWED = { width: 320, height: 800 }

describe('in forced colours and without motion, at its usual size, at 200 % and at 400 %', () => {
  it.each(foldersWith('+Page.tsx'))('the page %s fits, and shows where one is', async (folder) => {
    const place = placeOf(folder)
    const settings = { forcedColors: 'active', reducedMotion: 'reduce' } as const
    const page = await open({ ...settings, ...(place.isPublic && { session: 'nobody' }) })
    const messages = collectMessages(page)
    await page.setViewportSize(WINDOWS['at its usual size'])
    await page.goto(place.path)
    await page.getByRole('heading', { level: 1, name: place.heading, exact: true }).waitFor()
    const faults = [...(await markFaults(page)), ...(await motions(page))]
    for (const [name, size] of Object.entries(WINDOWS)) {
      await page.setViewportSize(size)
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      )
      const found = [...(await overflowFaults(page)), ...(await focusFaults(page))]
      await page.getByRole('heading', { level: 1 }).click({ position: { x: 1, y: 1 } }) // Tab goes on from here
      found.push(...(await focusFaults(page)))
      faults.push(...found.map((fault) => `${name}: ${fault}`))
    }
    await page.setViewportSize(REFLOWED)
    faults.push(...(await overflowFaults(page)), ...messages)
    expect(faults).toEqual([])
  })
})

/** Where the focus goes and cannot be seen: grounds and shadows are not there in forced colours, outlines are. */
async function focusFaults(page: Page): Promise<string[]> {
  const unseen = await page.evaluateHandle(() => {
    const isOutlined = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const found: string[] = []
    const look = ({ target: at }: Event) => {
      if (!(at instanceof Element)) return
      const label = at.closest('label')
      const isSeen = isOutlined(at) || isOutlined(at, '::after') || (label !== null && isOutlined(label))
      if (!isSeen) found.push(`no focus to see on ${at.outerHTML.slice(0, 120)}`)
    }
    document.addEventListener('focusin', look)
    return { found, stop: () => document.removeEventListener('focusin', look) }
  })
  for (let pressed = 0; pressed < TABS; pressed++) await page.keyboard.press('Tab')
  return unseen.evaluate(({ found, stop }) => {
    stop()
    return found
  })
}

/** What is current and marked by its colour alone. */
function markFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasContent = (element: Element, pseudo: string) =>
      !/^(none|normal)$/.test(getComputedStyle(element, pseudo).content)
    return [...document.querySelectorAll('[aria-current]:not([aria-current="false"])')]
      .filter((element) => element.getClientRects().length > 0)
      .filter(
        (element) =>
          getComputedStyle(element).textDecorationLine === 'none' &&
          !hasContent(element, '::before') &&
          !hasContent(element, '::after'),
      )
      .map(({ outerHTML }) => `no mark to see on ${outerHTML.slice(0, 120)}`)
  })
}

function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
        const durations = [transitionDuration, ...(animationName === 'none' ? [] : [animationDuration])]
        return durations
          .join()
          .split(',')
          .some((duration) => Number.parseFloat(duration) > 0)
      })
      .map(({ outerHTML }) => `moves: ${outerHTML.slice(0, 120)}`),
  )
}
