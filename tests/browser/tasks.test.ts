import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { overflowOf } from '#tests/support/browser/faults/axe.ts'
import { collectMessages } from '#tests/support/browser/faults/page-faults.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { enter, tabTo, untilKeysWork } from '#tests/support/browser/keyboard.ts'
import { taskWalks, walkTask } from '#tests/support/browser/task-walks.ts'
import { aSpanId, aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'

// The ten tasks that operators have most often: found by role and name, done by keys alone, without a word in the console.

let desk: DeskProcess
let browser: Browser
let messages: string[] = []
const digest = 'K7Q2MX-4T9ZPA'

beforeAll(async () => {
  desk = await startDemoDesk() // another project, so that there is something to choose
  browser = await launchChromium()
  const { dsn } = await addProject(desk, 'Market')
  await sendItems(
    dsn,
    aTransaction([], { spans: [aSpan(2, 'select cart_line', 10), aSpan(3, 'sum up', 900)] }),
  )
  const types = ['ResolveError', 'IgnoreError', 'AssignError', 'CommentError', 'FirstError', 'SecondError']
  for (const type of types) await sendEvent(dsn, { exception: { values: [{ type, value: 'no price' }] } })
  await sendEvent(dsn, {
    exception: { values: [{ type: 'PriceError', value: 'no price', stacktrace: { frames: [aFrame] } }] },
    environment: 'staging',
    tags: { region: 'eu-west' },
    extra: { digest },
    contexts: { trace: { trace_id: TRACE_ID, span_id: aSpanId(1) } },
  })
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

afterEach(() => expect(messages).toEqual([]))

const aFrame = {
  function: 'totalOf',
  filename: 'cart/total.ts',
  lineno: 41,
  in_app: true,
  context_line: '  return line.price.amount * line.count',
}

function aSpan(number: number, description: string, durationMs: number) {
  const start_timestamp = 1_790_000_000
  const ids = { trace_id: TRACE_ID, span_id: aSpanId(number), parent_span_id: aSpanId(1) }
  return { ...ids, op: 'db', description, start_timestamp, timestamp: start_timestamp + durationMs / 1000 }
}

const openPage = keepPage({ browser: () => browser, desk: () => desk })

async function visit(options: Visit): Promise<Page> {
  const page = await openPage(options)
  messages = collectMessages(page)
  return page
}

/** A page of the owner, at an address. */
async function open(path: string, options: Visit = {}): Promise<Page> {
  const page = await visit(options)
  await page.goto(path)
  await untilKeysWork(page)
  return page
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true })
const main = (page: Page) => page.getByRole('main')

/** An issue's page, reached through the list. */
async function openIssue(name: string): Promise<Page> {
  const page = await open(`/issues?project=market&query=${name}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await heading(page, name).waitFor()
  return page
}

describe('by the keyboard alone', () => {
  it('somebody signs in', async () => {
    const page = await visit({ session: 'nobody' })
    await page.goto('/issues')
    await heading(page, 'Sign in').waitFor()
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    await heading(page, 'Issues').waitFor()
  })

  it('looks a digest up on a phone', async () => {
    const page = await open('/issues', { viewport: { width: 390, height: 800 }, hasTouch: true })
    await tabTo(page, page.getByRole('combobox', { name: /digest/ }))
    await page.keyboard.type(digest.toLowerCase())
    await page.keyboard.press('Enter')
    await heading(page, 'PriceError').waitFor()
    await main(page).getByText(digest).first().waitFor()
    expect(await overflowOf(page)).toBe(0)
  })

  it('opens an issue of the list and reads its cause', async () => {
    const page = await openIssue('PriceError')
    const stack = main(page).getByRole('region', { name: /stack trace/i })
    await stack.getByText('line.price.amount').waitFor()
    await stack.getByText('cart/total.ts').first().waitFor()
  })

  it('resolves an issue, and takes it back', async () => {
    const page = await openIssue('ResolveError')
    await page.keyboard.press('r')
    await main(page)
      .getByText(/^Resolved/)
      .first()
      .waitFor()
    await main(page).getByRole('button', { name: 'Reopen' }).waitFor()
    await page.keyboard.press('r')
    await main(page).getByRole('button', { name: 'Resolve', exact: true }).first().waitFor()
  })

  it('ignores an issue until 100 more events', async () => {
    const page = await openIssue('IgnoreError')
    await page.keyboard.press('i')
    await page.keyboard.press('ArrowDown')
    await main(page).getByText('Reopens when it has happened that often.').waitFor()
    await page.keyboard.press('Enter')
    await main(page)
      .getByText(/^Ignored just now, until 100 more events/)
      .first()
      .waitFor()
  })

  it('takes an issue over', async () => {
    const page = await openIssue('AssignError')
    await page.keyboard.press('a')
    await enter(page, main(page).getByRole('button', { name: new RegExp(owner.email) }))
    await main(page)
      .getByRole('listitem')
      .filter({ hasText: /assigned/ })
      .waitFor()
    await main(page).locator('summary[data-key="a"]:focus').waitFor()
    await page.keyboard.press('u')
    await main(page).getByRole('img', { name: owner.email }).waitFor()
  })

  it('writes a comment', async () => {
    const page = await openIssue('CommentError')
    await tabTo(page, main(page).getByRole('textbox', { name: 'Comment', exact: true }))
    await page.keyboard.type('Since the deploy.')
    await enter(page, main(page).getByRole('button', { name: 'Comment' }))
    await main(page).getByRole('listitem').filter({ hasText: 'Since the deploy.' }).waitFor()
  })

  it('searches by a tag and keeps the search', async () => {
    const page = await open('/issues?project=market')
    await page.keyboard.press('/')
    await page.keyboard.type('region:eu-west project:market')
    await page.keyboard.press('Enter')
    await main(page).getByRole('link', { name: 'PriceError' }).waitFor()
    expect(await main(page).getByRole('row').count()).toBe(2)
    await enter(page, main(page).getByText('Save view'))
    await tabTo(page, main(page).getByLabel('Name'))
    await page.keyboard.type('West')
    await page.keyboard.press('Enter')
    const view = main(page).getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'West' })
    await view.waitFor()
    expect(await view.getAttribute('aria-current')).toBe('page')
  })

  it('follows an error to the slow span of its trace', async () => {
    const page = await openIssue('PriceError')
    await enter(page, main(page).getByRole('link', { name: 'Open the full trace' }))
    await heading(page, /GET \/cart/).waitFor()
    const slow = main(page).getByRole('row', { name: /sum up/ })
    await tabTo(page, main(page).getByRole('row', { name: /GET \/cart/ }))
    await pressUntil(page, ['ArrowDown', 'ArrowDown', 'ArrowDown'], slow)
    await page.keyboard.press('Enter')
    await main(page)
      .getByRole('complementary', { name: /sum up/ })
      .getByText('900 ms')
      .first()
      .waitFor()
  })

  it('chooses a project, an environment and a time', async () => {
    const page = await open('/issues')
    const scope = page.getByRole('navigation', { name: 'Scope' })
    for (const [menu, choice] of [
      [/^Project:/, 'Market'],
      [/^Environment:/, 'staging'],
      [/^Period:/, 'Last 24 hours'],
    ] as const) {
      await enter(page, scope.getByText(menu))
      await enter(page, scope.getByRole('link', { name: choice }))
      await page.waitForURL((url) => url.searchParams.size > 0)
      await scope.getByText(choice).first().waitFor()
    }
    await main(page).getByRole('link', { name: 'PriceError' }).waitFor()
    expect(await main(page).getByRole('row').count()).toBe(2)
    const asked = new URL(page.url()).searchParams
    expect(Object.fromEntries(asked)).toEqual({
      project: 'market',
      environment: 'staging',
      statsPeriod: '24h',
    })
  })

  it('goes elsewhere by letters, and to a project by its name', async () => {
    const page = await open('/issues?environment=staging')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await heading(page, 'Performance').waitFor()
    expect(new URL(page.url()).search).toBe('?environment=staging')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Market')
    await page.getByRole('option', { name: 'Market', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/*market*')
    await main(page).getByText('Market').first().waitFor()
  })

  it('marks issues and resolves them together', async () => {
    const page = await open('/issues?project=market&query=is%3Aunresolved+price')
    for (const name of ['FirstError', 'SecondError']) {
      await pressUntil(page, [...down, ...up], main(page).getByRole('link', { name }))
      await page.keyboard.press('x')
    }
    await page.keyboard.press('r')
    await main(page)
      .getByText(/^Resolved MARKET-\d and MARKET-\d\.$/)
      .waitFor()
    const marked = main(page).getByRole('link', { name: /^(First|Second)Error/ })
    await expect.poll(() => marked.count()).toBe(0)
  })
})

describe('by the mouse', () => {
  it('the ten tasks of somebody on call take no more clicks than they may', async () => {
    const page = await visit({})
    const clicks: Record<string, number> = {}
    for (const task of taskWalks) clicks[task.name] = await walkTask(page, task)
    expect(clicks).toEqual({
      ...{ 'fatal-issue': 1, 'introduced-in': 0, cause: 0, users: 1, 'slow-query': 2 },
      ...{ 'resolve-in-next-release': 2, 'search-by-browser': 1, 'merge-two': 4 },
      ...{ 'mute-until-100-more': 2, 'slowest-route-compared': 4 },
    })
  })
})

const down = Array.from({ length: 10 }, () => 'j')
const up = Array.from({ length: 10 }, () => 'k')

async function pressUntil(page: Page, keys: string[], focused: Locator): Promise<void> {
  const isFocused = () => focused.evaluate((element) => element === document.activeElement)
  for (const key of keys) {
    if (await isFocused()) return
    await page.keyboard.press(key)
  }
}
