import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What a screen reader's user would stumble over. The page must bypass its policy: axe is put into it. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run() // put there above
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
  })
}

/** How far a page is wider than its window: nothing should have to be scrolled to the side. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}
