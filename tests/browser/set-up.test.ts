import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, hydrated, launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'
import {
  findSnippet,
  readSnippets,
  runInFolder,
  type ShownSnippet,
  serveApp,
} from '#tests/support/sites/snippet-app.ts'

// What the set-up shows is copied from its pages and run with the SDKs themselves, as far as they are installed.

let browser: Browser
let desk: DeskProcess

beforeAll(async () => {
  desk = await startPreparedDesk()
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

const openPage = keepPage({ browser: () => browser, desk: () => desk })

/** Runs before any project is made: `it` keeps the order. */
describe('before the first project', () => {
  it.each(
    someOf(['/issues', '/logs', '/measurements', '/releases', '/feedback', '/traces', '/performance'], 2),
  )('%s leads to the projects', async (path) => {
    const page = await openPage({ javaScriptEnabled: false })
    await page.goto(path)
    const way = page.getByRole('main').getByRole('link', { name: 'Create a project' })
    expect(await way.getAttribute('href')).toBe('/projects')
    expect(await page.getByRole('main').getByRole('link', { name: 'playground' }).count()).toBe(0)
  })
})

describe('the set-up page', () => {
  it('has a snippet for Node that reports what is thrown', async () => {
    const { page, snippets } = await openPlatform('node-app', 'Node')
    const printed = await runInFolder(
      { 'instrument.mjs': findSnippet(snippets, 'instrument.mjs') },
      findSnippet(snippets, 'In a terminal'),
    )
    expect(printed).toContain('Test from Node')
    await untilShown(page, '/issues?project=node-app', /Test from Node/)
  })

  it('has a snippet for browsers that reports what is thrown', async () => {
    const { page, snippets } = await openPlatform('browser-app', 'Browser')
    await visit(await serveApp({ 'main.js': mainOf(snippets) }, 'main.js'))
    await untilShown(page, '/issues?project=browser-app', /Test from the browser/)
  })

  it('has a snippet for React that reports what is thrown', async () => {
    const { page, snippets } = await openPlatform('react-app', 'React')
    const files = {
      'main.jsx': findSnippet(snippets, 'main.jsx'),
      'App.jsx': `export default function App() {\n  return (\n${findSnippet(snippets, 'In any component')}\n)\n}`,
    }
    const site = await visit(await serveApp(files, 'main.jsx'))
    await site.getByRole('button', { name: 'Throw' }).click()
    await untilShown(page, '/issues?project=react-app', /Test from React/)
  })

  it('has a command for curl that is its own test', async () => {
    const { page, snippets } = await openPlatform('curl-app', 'curl')
    await runInFolder({}, findSnippet(snippets, 'In a terminal'))
    await untilShown(page, '/issues?project=curl-app', /Hello from curl/)
  })
})

describe('an empty page', () => {
  const cases = [
    { path: '/issues', title: 'No errors yet', shows: /Test from Node/ },
    { path: '/logs', title: 'No logs yet', shows: /Test from Node/ },
    { path: '/releases', title: 'No releases yet', shows: /1\.0\.0/ },
    { path: '/traces', title: 'No traces yet', shows: /GET \/test/ },
    { path: '/performance', title: 'No requests yet', shows: /GET \/test/ },
  ]
  it.each(someOf(cases, 2))('of $path has a snippet that fills it', async ({ path, title, shows }) => {
    const project = `empty-${path.slice(1)}`
    await addProject(desk, project)
    const page = await openPage()
    const address = `${path}?project=${project}`
    await page.goto(address)
    await page.getByRole('heading', { name: title }).waitFor()
    const snippets = await readSnippets(page.getByRole('main'))
    expect(findSnippet(snippets, 'instrument.mjs')).toContain(findSnippet(snippets, 'DSN'))
    const script = snippets.find(({ name }) => name.startsWith('test.mjs'))
    await runInFolder(
      { 'instrument.mjs': findSnippet(snippets, 'instrument.mjs'), 'test.mjs': script?.code ?? '' },
      script?.name.split('run with: ')[1] ?? findSnippet(snippets, 'In a terminal'),
    )
    await untilShown(page, address, shows)
    expect(await page.getByRole('heading', { name: title }).count()).toBe(0)
  })

  it('of feedback has a snippet that fills it', async () => {
    await addProject(desk, 'empty-feedback')
    const page = await openPage()
    await page.goto('/feedback?project=empty-feedback')
    await page.getByRole('heading', { name: 'No feedback yet' }).waitFor()
    const snippets = await readSnippets(page.getByRole('main'))
    const site = await visit(await serveApp({ 'main.js': mainOf(snippets) }, 'main.js'))
    await site.getByRole('button', { name: 'Report a Bug' }).waitFor()
    await untilShown(page, '/feedback?project=empty-feedback', /Test from the browser/)
  })

  it('copies its snippets', async () => {
    await addProject(desk, 'empty-copied')
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/logs?project=empty-copied')
    await hydrated(page) // before, nothing answers to a click
    await page.getByRole('button', { name: 'Copy DSN' }).click()
    await page.getByRole('button', { name: 'Copied DSN' }).waitFor()
    const [dsn] = await readSnippets(page.getByRole('main'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(dsn?.code)
  })

  it('of Crumbtrail’s own project asks for no set-up', async () => {
    const page = await openPage()
    await page.goto('/feedback?project=crumbtrail')
    await page.getByText('Messages from users of Crumbtrail itself appear here.').waitFor()
    expect(await readSnippets(page.getByRole('main'))).toEqual([])
  })
})

async function openPlatform(project: string, platform: string) {
  await addProject(desk, project)
  const page = await openPage()
  await page.goto(`/projects/${project}`)
  const details = page
    .getByRole('main')
    .locator('details')
    .filter({ has: page.getByText(platform, { exact: true }) })
  return { page, snippets: await readSnippets(details) }
}

/** The test of a script for browsers belongs below the rest of it. */
function mainOf(snippets: readonly ShownSnippet[]): string {
  return `${findSnippet(snippets, 'main.js')}\n${findSnippet(snippets, 'Below that')}`
}

/** Opens the application, in a window of its own. */
async function visit(url: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function untilShown(page: Page, path: string, text: RegExp): Promise<void> {
  // the browser loads what has come, and no more often
  await eventually(`${text} on ${path}`, async () => {
    const answer = await page.request.get(path)
    return text.test(await answer.text()) || undefined
  })
  await page.goto(path)
  await page.getByRole('main').getByText(text).first().waitFor()
}
