import type { Page } from 'playwright-core'
import { frameStates } from './drawn-frame-states.ts'
import { type DrawnState, pageStates } from './drawn-page-states.ts'

/** `setUp`: the link of a desk that nobody owns yet. */
export function drawnStates(setUp: string): DrawnState[] {
  return [
    ...pageStates,
    ...frameStates,
    { name: 'set-up', path: setUp, isPublic: true },
    {
      name: 'set-up-refused',
      path: setUp,
      isPublic: true,
      async act(page) {
        await page.getByLabel('Email').fill('owner@example.test')
        await page.getByLabel('Password', { exact: true }).fill('x'.repeat(1_025))
        await page.getByRole('button').last().click()
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'sign-in', path: '/sign-in', isPublic: true },
    { name: 'failed-loader', path: '/playground?fail=loader' },
    { name: 'failed-render', path: '/playground?fail=render' },
    {
      name: 'failed-in-browser',
      path: '/playground',
      act: async (page) => {
        await deskReady(page)
        await page.getByRole('main').getByRole('button', { name: 'While rendering', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: 'Application error' }).waitFor()
      },
    },
    { name: 'account-menu', path: '/issues?project=demo', width: 1440, act: openAccountMenu },
    {
      name: 'scope-sheet',
      path: '/issues?project=demo',
      width: 390,
      async act(page) {
        await page.getByRole('button', { name: 'Scope' }).click()
        await page.locator('#scope summary').first().click()
      },
    },
    {
      name: 'more-sheet',
      path: '/issues?project=demo',
      width: 390,
      act: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
    },
    {
      name: 'palette',
      path: '/issues?project=demo',
      async act(page) {
        await deskReady(page)
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').waitFor()
        await page.keyboard.type('rel')
      },
    },
    {
      name: 'shortcuts',
      path: '/issues?project=demo',
      width: 1440,
      async act(page) {
        await deskReady(page)
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'issues-ticked',
      path: '/issues?project=demo',
      act: async (page) => {
        await page.locator('tbody input[type="checkbox"]').first().check()
        await page.locator('tbody input[type="checkbox"]').nth(1).check()
      },
    },
    {
      name: 'issues-ticked-ignore',
      path: '/issues?project=demo',
      act: async (page) => {
        await page.locator('tbody input[type="checkbox"]').first().check()
        await page.locator('summary').filter({ hasText: 'Ignore', visible: true }).last().click()
      },
    },
    ...['resolve', 'ignore', 'assign', 'more'].map((menu, place) => ({
      name: `issue-menu-${menu}`,
      path: '/issues?project=demo',
      async act(page: Page) {
        await page.locator('tbody a').first().click()
        await page.waitForURL(/\/issues\/\d/)
        await page.locator('details[name=issue-menu] > summary').nth(place).click()
      },
    })),
  ]
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Account' }).locator('summary').click()
}

/** Keys come when the page is idle. */
function deskReady(page: Page) {
  return page.waitForFunction(() => document.documentElement.dataset.desk === 'ready')
}
