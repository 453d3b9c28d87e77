import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violationsOf } from '#tests/support/browser/faults/axe.ts'
import { startNavigationDesk } from '#tests/support/desk/prepared/navigation-desk.ts'

const { open, project } = startNavigationDesk()

/** With keys that work: they come when the page is idle. */
async function openWithKeys(path: string): Promise<Page> {
  const page = await open(path, { bypassCSP: true })
  await page.waitForFunction(() => document.documentElement.dataset.desk === 'ready')
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('keys in a list', () => {
  it('move, select, open, and lead back up', async () => {
    const page = await openWithKeys(`/issues?project=${project()}`)
    const rows = page.getByRole('main').locator('tbody') // the head has a link of its own
    const names = await rows.getByRole('link').allTextContents()
    await page.keyboard.press('j')
    expect(await focusedText(page)).toBe(names[0])
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focusedText(page)).toBe(names[1])
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
    await page.keyboard.press('o')
    await heading(page, names[1] ?? '').waitFor()
    await page.keyboard.press('j') // The table below the trend is folded, and comes first in the document.
    expect(
      await page.evaluate(
        () => document.activeElement?.matches('main *') && document.activeElement.checkVisibility(),
      ),
    ).toBe(true)
    await page.keyboard.press('u')
    await heading(page, 'Issues').waitFor()
    await page.keyboard.press('j')
    expect(await focusedText(page)).toBe(names[0])
    await page.goBack()
    await heading(page, names[1] ?? '').waitFor()
    await page.keyboard.press('r') // they still work
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
  })

  it('resolve the focused issue, keep their place, and bring it back', async () => {
    const page = await openWithKeys(`/issues?project=${project()}`)
    const names = await page.getByRole('main').locator('tbody').getByRole('link').allTextContents()
    const status = page.getByRole('status').filter({ hasText: /\w/ })
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await status.getByText(/^Resolved [A-Z]+-\d+\.$/).waitFor()
    await expect.poll(() => focusedText(page)).toBe(names[1])
    expect(await page.getByRole('link', { name: names[0] ?? '', exact: true }).count()).toBe(0)
    await page.keyboard.press('z')
    await status.getByText(/^Undone: [A-Z]+-\d+ is as it was\.$/).waitFor()
    await expect.poll(() => focusedText(page)).toBe(names[0])
  })

  it('select what lies between with Shift', async () => {
    const page = await openWithKeys(`/issues?project=${project()}`)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    expect(await page.locator('tbody').getByRole('checkbox', { checked: true }).count()).toBe(2)
  })
})

describe('letters', () => {
  it('are text in a field, and go nowhere', async () => {
    const page = await openWithKeys('/digests')
    await page.keyboard.press('/')
    await page.keyboard.type('gij?x')
    expect(await page.getByLabel('Search issues, or find').inputValue()).toBe('gij?x')
    expect(new URL(page.url()).pathname).toBe('/digests')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('go to a page after g', async () => {
    const page = await openWithKeys('/projects')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await heading(page, 'Digests').waitFor()
  })

  it('can be switched off, all but the palette', async () => {
    const page = await openWithKeys('/settings')
    await page.getByLabel('Only Ctrl or Cmd K').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.waitForFunction(() => document.documentElement.dataset.desk === 'ready')
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Find anything' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/settings')
  })
})

describe('all keys', () => {
  it('are shown at ?, and the focus returns', async () => {
    const page = await openWithKeys('/issues')
    await page.keyboard.press('j')
    const before = await focusedText(page)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    expect(await dialog.getByText('Issues', { exact: true }).locator('..').innerText()).toMatch(
      /g\s*i\s*Issues/,
    )
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('j') // not below a dialog
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focusedText(page)).toBe(before)
  })
})

describe('a dialog', () => {
  it('keeps the focus, whichever way Tab goes, and closes with a click beside it', async () => {
    const page = await openWithKeys('/issues')
    await page.keyboard.press('j')
    const before = await focusedText(page)
    await page.keyboard.press('?')
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await focusedText(page)).toBe('Close')
    }
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).click()
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Close')
    await page.mouse.click(10, 10)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focusedText(page)).toBe(before)
  })

  it('takes the focus back from what a script gives it to', async () => {
    const page = await openWithKeys('/issues')
    await page.keyboard.press('ControlOrMeta+k')
    await page.evaluate(() => document.querySelector<HTMLElement>('main a[href]')?.focus())
    await page.keyboard.type('proj')
    expect(await page.getByRole('combobox', { name: 'Find anything' }).inputValue()).toBe('proj')
  })

  it('keeps the page behind it where it is', async () => {
    const page = await openWithKeys('/settings')
    await page.setViewportSize({ width: 1280, height: 300 }) // the page is longer, and so is what the dialog holds
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await page.mouse.move(5, 5)
    await page.mouse.wheel(0, 400)
    await page.mouse.move(640, 150)
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 200)
    await expect.poll(() => dialog.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('the palette', () => {
  it('finds a page by its name, with the keyboard alone', async () => {
    const page = await openWithKeys('/issues')
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: 'Find anything' })
    await field.pressSequentially('proj')
    const option = page.getByRole('option', { name: 'Projects' })
    await option.waitFor()
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await heading(page, 'Projects').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('finds issues, and goes round with the arrows', async () => {
    const page = await openWithKeys('/digests')
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('ErrorAB')
    const issue = page.getByRole('option', { name: /ErrorAB: no price/ })
    await issue.waitFor()
    await page.keyboard.press('ArrowDown')
    expect(
      await page.getByRole('option', { name: 'Search issues for ErrorAB' }).getAttribute('aria-selected'),
    ).toBe('true')
    await page.keyboard.press('ArrowDown')
    expect(await issue.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await heading(page, 'ErrorAB').waitFor()
  })

  it('runs the commands of the page', async () => {
    const page = await openWithKeys('/issues?query=ErrorCA')
    await page.getByRole('main').getByRole('link', { name: 'ErrorCA' }).click()
    await heading(page, 'ErrorCA').waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('resol')
    await page.getByRole('option', { name: 'Resolve', exact: false }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
  })

  it('closes with Escape, the focus where it was', async () => {
    const page = await openWithKeys('/issues')
    await page.keyboard.press('j')
    const before = await focusedText(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('proj')
    await page.getByRole('option', { name: 'Projects' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focusedText(page)).toBe(before)
    await page.keyboard.press('ControlOrMeta+k') // It is the same dialog, and begins anew.
    expect(await page.getByRole('combobox', { name: 'Find anything' }).inputValue()).toBe('')
    await page.getByRole('option', { name: 'Issues', exact: true }).waitFor()
  })
})
