import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium, openSignedIn } from '#tests/support/browser/browser.ts'
import { keepPage, type Visit } from '#tests/support/browser/kept-page.ts'
import { untilKeysWork } from '#tests/support/browser/keyboard.ts'
import { createApiClient } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, owner, removeData } from '#tests/support/desk/desk-process.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'
import { takeTurns } from '#tests/support/run/doses.ts'

let desk: DeskProcess
let browser: Browser
/** Which number it has depends on the time of day. */
let cartIssue: string

beforeAll(async () => {
  desk = await startDemoDesk()
  browser = await launchChromium()
  const api = await createApiClient(desk)
  const { body } = await api.get<{ id: string }[]>('/api/0/projects/desk/demo/issues/?query=reading+price')
  cartIssue = `/issues/${body[0]?.id}`
  const page = await openSignedIn(browser, desk)
  await page.goto('/settings/teams')
  await page.getByLabel('Name').last().fill('Billing')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('heading', { name: 'Billing' }).waitFor()
  await page.context().close()
})

afterAll(async () => {
  await closeWindows(browser)
  await desk.stop()
  await removeData(desk)
})

const openPage = keepPage({ browser: () => browser, desk: () => desk })

async function open(path: string, visit: Visit = {}): Promise<Page> {
  const page = await openPage(visit)
  await page.goto(path)
  if (visit.javaScriptEnabled !== false) await untilKeysWork(page)
  return page
}

/** The rules may have been saved by the test before, or that one was left out. */
async function putRules(): Promise<void> {
  const token = JSON.parse(await desk.cli('token', 'add', 'rules', '--scope', 'project:write', '--json')) as {
    token: string
  }
  const answer = await fetch(`${desk.url}/api/0/projects/desk/demo/ownership/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ raw: 'path:src/cart/* #billing' }),
  })
  expect(answer.status).toBe(200)
}

const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })

describe.each([true, false])('owners, JavaScript %s', (javaScriptEnabled) => {
  const isTurn = takeTurns(javaScriptEnabled)

  it.runIf(isTurn())('are saved as rules, which are tried before', async () => {
    const page = await open('/projects/demo/settings/ownership', { javaScriptEnabled })
    await page.getByRole('textbox', { name: 'Rules' }).fill('path:src/* #biling')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('line 1: there is no team #biling; did you mean #billing?').first().waitFor()
    await page.getByRole('textbox', { name: 'Rules' }).fill('path:src/cart/* #billing')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText(/The rules take [1-9]\d* of the last/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^(Saved\. The rules apply|Nothing to save)/).waitFor()
  })

  it.runIf(isTurn())('are suggested by the rules, and get an issue by one choice', async () => {
    await putRules()
    const page = await open(cartIssue, { javaScriptEnabled })
    await page.locator('summary[data-key="a"]').click()
    const choice = page.getByRole('button', { name: /#billing/ })
    expect(await choice.innerText()).toContain('Owner by path:src/cart/*')
    await choice.click()
    await activity(page).getByText('assigned this to #billing').first().waitFor()
    await page.goto('/issues?query=assigned:%23billing')
    expect(await page.getByRole('img', { name: '#billing (Billing)' }).count()).toBe(1)
  })

  it.runIf(isTurn())('are mentioned in comments, which find the issue', async () => {
    const page = await open('/issues/DEMO-2', { javaScriptEnabled })
    const field = page.getByRole('textbox', { name: 'Comment', exact: true })
    if (javaScriptEnabled) {
      await field.pressSequentially('Please look, #b')
      await page.getByRole('option', { name: '#billing' }).waitFor()
      await field.press('Enter')
      await field.pressSequentially('and @')
      await page.getByRole('option', { name: owner.email }).click()
      expect(await field.inputValue()).toBe(`Please look, #billing and @${owner.email} `)
      await field.pressSequentially('soon')
      expect(await page.getByRole('listbox').count()).toBe(0)
    } else await field.fill(`Please look, #billing and @${owner.email} soon`)
    await page.getByRole('button', { name: 'Comment' }).click()
    const mention = activity(page)
      .getByRole('link', { name: `@${owner.email}` })
      .first()
    expect(await mention.getAttribute('href')).toContain('assigned%3A')
    await page.goto('/issues?query=mentions:me')
    await page.getByRole('checkbox', { name: 'DEMO-2' }).waitFor()
    await page.goto('/issues?query=is:for_me')
    expect(await page.getByRole('link', { name: 'For me' }).getAttribute('aria-current')).not.toBeNull()
  })
})
