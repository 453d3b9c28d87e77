import type { Locator, Page } from 'playwright-core'

/** More than any page has before its content. */
const MOST_TABS = 250

/** Tab by Tab, as somebody without a mouse gets there; `backwards` with Shift. */
export async function tabTo(page: Page, target: Locator, { backwards = false } = {}): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Cannot reach ${target}: Tab was pressed ${MOST_TABS} times`)
}

/** Goes there and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** The element itself, or the control that its text stands in. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { activeElement } = document
    return element === activeElement || element.closest('summary, a, button') === activeElement
  })
}

/** Until single keys work: they come when the page is idle. */
export async function untilKeysWork(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.desk === 'ready')
}
