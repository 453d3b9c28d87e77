import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium, openSignedIn } from './support/browser/browser.ts'
import { removeData, repositoryRoot, startDesk } from './support/desk/desk-process.ts'

/** The README's pictures, over the demo's data: into `docs/`. `npm run readme-pictures` */
const desk = await startDesk()
const browser = await launchChromium()
try {
  await desk.cli('demo')
  const viewport = { width: 1440, height: 900 }
  const light = await openSignedIn(browser, desk, { colorScheme: 'light', viewport })
  const dark = await openSignedIn(browser, desk, { colorScheme: 'dark', viewport })
  await take(light, '/issues?project=demo', 'issues')
  await take(dark, await findFirst(dark, '/issues?project=demo&query=TypeError', /^\/issues\/\d+$/), 'issue')
  const failedOrders = '/traces?project=demo&statsPeriod=14d&query=is:failed name:"POST /api/orders"'
  await take(light, await findFirst(light, failedOrders, /^\/traces\/[0-9a-f]+$/), 'trace')
  await take(dark, '/performance?project=demo', 'performance')
} finally {
  await browser.close()
  await desk.stop()
  await removeData(desk)
}

/** The first link of a list that leads to what it lists. */
async function findFirst(page: Page, list: string, address: RegExp): Promise<string> {
  await page.goto(list)
  const links = await page.getByRole('table').getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  const found = addresses.find((href) => href !== null && address.test(href))
  if (found == null) throw new Error(`Cannot find a link like ${address}: ${list} has none`)
  return found
}

async function take(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.screenshot({ path: join(repositoryRoot, 'docs', `${name}.png`) })
}
