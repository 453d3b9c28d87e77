import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What a screen reader's user would stumble over. The page must bypass its policy: axe is put into it, once for all looks.
 * What axe passes is not described: that takes a third of its work.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as { axe: typeof axe } // put there above
    const { violations } = await run.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
  })
}

/** How far a page is wider than its window: nothing should have to be scrolled to the side. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}
