import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { launchChromium, openSignedIn } from './support/browser/browser.ts'
import { crawl } from './support/browser/crawl.ts'
import { taskWalks, walkTask } from './support/browser/task-walks.ts'
import { removeData, repositoryRoot, startDesk } from './support/desk/desk-process.ts'
import type { DrawnState } from './support/pictures/drawn-page-states.ts'
import { drawnStates } from './support/pictures/drawn-states.ts'

/**
 * Pictures of every page that links lead to, light and dark, wide and on a phone, over the demo's data, and of what
 * shows only when it is called for (menus, refusals, failures): into `screenshots/`.
 * `npm run screenshots [-- part of an address, or of a state's name]`, or `-- tasks` for the ten tasks of somebody on call, with
 * the clicks that each takes; without one, a page's tabs, filters and orders
 * are left out: they are most of the addresses, and look alike.
 */
const [wanted] = process.argv.slice(2)
const folder = join(repositoryRoot, 'screenshots')
const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
)
/** What is out of sight is a part of the picture, and is painted for it. */
const ALL_PAINTED = '* { content-visibility: visible !important }'

const desk = await startDesk()
const newDesk = await startDesk({ env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })
const browser = await launchChromium()
try {
  await desk.cli('demo')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const visitor = await openSignedIn(browser, desk)
  if (wanted === 'tasks') await drawTasks()
  const reached =
    wanted === 'tasks' || wanted?.startsWith('state-')
      ? []
      : await crawl(
          visitor,
          {
            from: [
              ...['/issues?project=demo', '/issues?query=a%3A%3A%28', '/digests/000000-000000', '/nowhere'],
              ...['/traces?query=op:pageload', '/issues?project=crumbtrail&query=is:ignored'],
            ],
          },
          async () => {},
        )
  const all = drawnStates(await newDesk.printed(/account: (\S+)/))
  const states = all.filter(({ name }) => `state-${name}`.includes(wanted ?? ''))
  const paths = wanted === undefined ? onePerPage(reached) : reached.filter((path) => path.includes(wanted))
  for (const { colorScheme, width } of variants) {
    const page = await openSignedIn(browser, desk, { colorScheme, viewport: { width, height: 900 } })
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const name = `${nameOf(path)}-${colorScheme}-${width}.png`
      await page.screenshot({ path: join(folder, name), fullPage: true, style: ALL_PAINTED })
    }
    await page.context().close()
    for (const state of states) {
      if (state.width !== undefined && state.width !== width) continue
      await drawState(state, { colorScheme, viewport: { width, height: 900 } }).catch((error: unknown) => {
        console.error(`state-${state.name}-${colorScheme}-${width}:`, error)
        process.exitCode = 1 // The other pictures are drawn all the same.
      })
    }
  }
  console.log(
    `${paths.length} pages and ${states.length} states, ${variants.length} pictures of each, in ${folder}`,
  )
} finally {
  await browser.close()
  for (const started of [desk, newDesk]) {
    await started.stop()
    await removeData(started)
  }
}

async function drawState(state: DrawnState, options: BrowserContextOptions & { colorScheme: string }) {
  const page = state.isPublic
    ? await (await browser.newContext({ ...options, baseURL: desk.url })).newPage()
    : await openSignedIn(browser, desk, options)
  await page.goto(state.path, { waitUntil: 'networkidle' })
  await state.act?.(page)
  const width = options.viewport?.width
  await page.screenshot({ path: join(folder, `state-${state.name}-${options.colorScheme}-${width}.png`) })
  await page.context().close()
}

/** Walks the tasks in one window, because some of them change issues, and says how many clicks each took. */
async function drawTasks() {
  const page = await openSignedIn(browser, desk, { viewport: { width: 1440, height: 900 } })
  for (const [index, task] of taskWalks.entries()) {
    const clicks = await walkTask(page, task)
    console.log(`${task.name}: ${clicks} of ${task.most} clicks`)
    await page.screenshot({ path: join(folder, `task-${index + 1}-${task.name}.png`) })
  }
}

/** Starting points and the first address of each page. */
function onePerPage(reached: readonly string[]): string[] {
  const pages = new Set<string>()
  return reached.filter((path, index) => {
    const { pathname } = new URL(path, 'http://desk.test')
    const isNew = !pages.has(pathname)
    pages.add(pathname)
    return isNew || index < 6
  })
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
