import type { Page } from 'playwright-core'
import { overflowOf } from './axe.ts'

/** What the page's scripts and the browser complain of, from now on; `isExpected` leaves out what is meant to be. */
export function collectMessages(page: Page, isExpected: (text: string) => boolean = () => false): string[] {
  const messages: string[] = []
  page.on('pageerror', (error) => messages.push(`${page.url()}: ${error}`))
  page.on('console', (message) => {
    if (isExpected(message.text())) return
    const { url } = message.location() // what was asked for, or the script
    messages.push(`${page.url()}: ${message.text()} (${url})`)
  })
  page.on('dialog', (dialog) => {
    messages.push(`${page.url()}: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return messages
}

/** The browser says so of every page that is not found. */
export const isNotFound = (text: string): boolean => /status of 404/.test(text)

/** Every page says what it is, in a text that can be seen. */
export async function headingFaults(page: Page): Promise<string[]> {
  const names = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  return names.length === 1 && names[0]?.trim() !== '' ? [] : [`${page.url()}: its headings are ${names}`]
}

/**
 * Each form that is posted goes to the address of its page, query and all, by whichever of its buttons: who has no script
 * comes back to where they were, or to a part of that page. Every page has at least one such form.
 */
export async function formFaults(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() =>
    [...document.querySelectorAll('form')].flatMap((form) => {
      const buttons = [...document.querySelectorAll('button')].filter((one) => one.form === form)
      const own = buttons.filter((one) => one.hasAttribute('formaction')).map((one) => one.formAction)
      return form.method === 'post' ? [form.action, ...own] : own
    }),
  )
  if (addresses.length === 0) return [`${page.url()}: it has no form that is posted`]
  return addresses
    .filter((one) => one.split('#', 1)[0] !== page.url())
    .map((one) => `${page.url()}: a form goes to ${one}`)
}

/** How far a page has to be scrolled to the side, and what makes it so wide. */
export async function overflowFaults(page: Page): Promise<string[]> {
  const overflow = await overflowOf(page)
  return overflow === 0 ? [] : [`${page.url()}: ${overflow} px too wide: ${await describeWidest(page)}`]
}

/** Text of reports that became more than text. */
export function injectionFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const made = document.querySelectorAll('main script, main img[src="x"], main [onerror], main [onload]')
    const links = [...document.links].filter(({ protocol }) => !/^(https?|mailto):$/.test(protocol))
    return [
      ...('ran' in window ? ['a script ran'] : []),
      ...[...made].map(({ outerHTML }) => `made of text: ${outerHTML.slice(0, 100)}`),
      ...links.map(({ href }) => `leads to ${href.slice(0, 100)}`),
    ].map((fault) => `${location.href}: ${fault}`)
  })
}

/** The element that reaches furthest to the side, of those that no ancestor clips; the innermost of equal ones. */
function describeWidest(page: Page): Promise<string> {
  return page.evaluate(() => {
    const clips = (element: Element) => !/^(visible|unset)$/.test(getComputedStyle(element).overflowX)
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement
      if (!parent || parent === document.body) return false
      return clips(parent) || isClipped(parent)
    }
    const reachOf = (element: Element) => element.getBoundingClientRect().right
    let widest: Element | undefined
    for (const element of document.body.querySelectorAll('*')) {
      if (widest && reachOf(element) < reachOf(widest)) continue
      if (reachOf(element) > innerWidth && !isClipped(element)) widest = element
    }
    if (!widest) return 'what stands in a pseudo-element, or in text that overflows'
    const way = [widest.parentElement?.parentElement, widest.parentElement, widest]
    const names = way.map((element) => `${element?.localName}.${element?.className}`)
    return `${names.join(' > ')} reaches ${Math.round(reachOf(widest))}: ${widest.textContent.slice(0, 60)}`
  })
}
