import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { foldersWith } from '#tests/support/browser/every-page.ts'
import { visitEveryPage } from '#tests/support/browser/visit-every-page.ts'

const { open, placeOf } = visitEveryPage()

it.each(foldersWith('+Page.tsx'))('a finger meets what stands alone on the page %s', async (folder) => {
  const place = placeOf(folder)
  const page = await open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...(place.isPublic && { session: 'nobody' }),
  })
  await page.goto(place.path)
  await page.getByRole('heading', { level: 1, name: place.heading, exact: true }).waitFor()
  expect(await smallTargets(page)).toEqual([])
})

/**
 * What is less than 44 px tall to a finger: by where the browser says that it is hit, since pseudo-elements reach beyond
 * what is seen. Links in running sentences may be smaller (https://www.w3.org/TR/WCAG22/#target-size-enhanced), and a
 * waterfall's rows are as close as its spans are many.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ENOUGH = 42 // and a pixel for each edge, which may lie between two
    const standsAlone = (link: Element) => {
      const block = link.parentElement?.closest('p, dd, td, th, li, dt, div, nav, section')
      return link.localName !== 'a' || block?.textContent.trim() === link.textContent.trim()
    }
    const isHit = (target: Element, x: number, y: number) => {
      const at = document.elementFromPoint(x, y)
      return at !== null && (target.contains(at) || at.closest('label')?.contains(target) === true)
    }
    const reach = (target: Element, x: number, y: number, step: number) => {
      let reached = 0
      while (reached < ENOUGH && isHit(target, x, y + (reached + 1) * step)) reached++
      return reached
    }
    const found: string[] = []
    for (const target of document.querySelectorAll('main :is(a, button, summary, input, select)')) {
      if (!standsAlone(target) || target.closest('[role="tree"], [role="treegrid"]')) continue
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const box = target.getClientRects()[0]
      if (box === undefined || box.width < 2) continue
      const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2]
      if (!isHit(target, x, y)) continue
      const height = reach(target, x, y, -1) + 1 + reach(target, x, y, 1)
      if (height < ENOUGH) found.push(`${height} px: ${target.outerHTML.slice(0, 120)}`)
    }
    return found
  })
}
