import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium, openSignedIn } from './support/browser.ts'
import { crawl } from './support/crawl.ts'
import { removeData, repositoryRoot, startDesk } from './support/desk-process.ts'

/**
 * Pictures of every page that links lead to, light and dark, wide and on a phone, over the demo's data: into
 * `screenshots/`. `npm run screenshots [-- part of an address]`
 */
const [wanted = ''] = process.argv.slice(2)
const folder = join(repositoryRoot, 'screenshots')
const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
)

const desk = await startDesk()
const browser = await launchChromium()
try {
  await desk.cli('demo')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const visitor = await openSignedIn(browser, desk)
  const paths = await crawl(
    visitor,
    { from: ['/issues?project=demo', '/issues', '/digests/000000-000000', '/nowhere'] },
    async () => {},
  )
  for (const { colorScheme, width } of variants) {
    const page = await openSignedIn(browser, desk, { colorScheme, viewport: { width, height: 900 } })
    for (const path of paths.filter((path) => path.includes(wanted))) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const name = `${nameOf(path)}-${colorScheme}-${width}.png`
      await page.screenshot({ path: join(folder, name), fullPage: true })
    }
    await page.context().close()
  }
  console.log(`${paths.length} pages, ${variants.length} pictures of each, in ${folder}`)
} finally {
  await browser.close()
  await desk.stop()
  await removeData(desk)
}

/** `issues-7-events-latest`. */
function nameOf(path: string): string {
  return (
    decodeURIComponent(path)
      .replaceAll(/[^\w.-]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 100) || 'home'
  )
}
