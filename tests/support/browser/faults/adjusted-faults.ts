import type { Page } from 'playwright-core'

/** As many are tried in what surrounds a page, and in the page itself. */
const TABS = 14

/** Where the focus goes and cannot be seen: grounds and shadows are not there in forced colours, outlines are. */
export async function focusFaults(page: Page): Promise<string[]> {
  const unseen = await page.evaluateHandle(() => {
    const isOutlined = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const found: string[] = []
    const look = ({ target: at }: Event) => {
      if (!(at instanceof Element)) return
      const label = at.closest('label')
      const isSeen = isOutlined(at) || isOutlined(at, '::after') || (label !== null && isOutlined(label))
      if (!isSeen) found.push(`no focus to see on ${at.outerHTML.slice(0, 120)}`)
    }
    document.addEventListener('focusin', look)
    return { found, stop: () => document.removeEventListener('focusin', look) }
  })
  await pressTab(page, TABS)
  return unseen.evaluate(({ found, stop }) => {
    stop()
    return found
  })
}

/** Presses the key so often without a wait for each: the browser takes what it hears in order, and draws it at once. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const pressed = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const
  await Promise.all(Array.from({ length: times }, () => session.send('Input.dispatchKeyEvent', pressed)))
  await session.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' })
  await session.detach()
}

/** What is current and marked by its colour alone. */
export function markFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasContent = (element: Element, pseudo: string) =>
      !/^(none|normal)$/.test(getComputedStyle(element, pseudo).content)
    return [...document.querySelectorAll('[aria-current]:not([aria-current="false"])')]
      .filter((element) => element.getClientRects().length > 0)
      .filter(
        (element) =>
          getComputedStyle(element).textDecorationLine === 'none' &&
          !hasContent(element, '::before') &&
          !hasContent(element, '::after'),
      )
      .map(({ outerHTML }) => `no mark to see on ${outerHTML.slice(0, 120)}`)
  })
}

/** What moves, though the reader asked for less motion. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
        const durations = [transitionDuration, ...(animationName === 'none' ? [] : [animationDuration])]
        return durations
          .join()
          .split(',')
          .some((duration) => Number.parseFloat(duration) > 0)
      })
      .map(({ outerHTML }) => `moves: ${outerHTML.slice(0, 120)}`),
  )
}

/**
 * What is less than 44 px tall to a finger: by where the browser says that it is hit, since pseudo-elements reach beyond
 * what is seen. Links in running sentences may be smaller (https://www.w3.org/TR/WCAG22/#target-size-enhanced), and a
 * waterfall's rows are as close as its spans are many.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ENOUGH = 42 // and a pixel for each edge, which may lie between two
    const standsAlone = (link: Element) => {
      const block = link.parentElement?.closest('p, dd, td, th, li, dt, div, nav, section')
      return link.localName !== 'a' || block?.textContent.trim() === link.textContent.trim()
    }
    const isHit = (target: Element, x: number, y: number) => {
      const at = document.elementFromPoint(x, y)
      return at !== null && (target.contains(at) || at.closest('label')?.contains(target) === true)
    }
    const reach = (target: Element, x: number, y: number, step: number) => {
      let reached = 0
      while (reached < ENOUGH && isHit(target, x, y + (reached + 1) * step)) reached++
      return reached
    }
    const found: string[] = []
    for (const target of document.querySelectorAll('main :is(a, button, summary, input, select)')) {
      if (!standsAlone(target) || target.closest('[role="tree"], [role="treegrid"]')) continue
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const box = target.getClientRects()[0]
      if (box === undefined || box.width < 2) continue
      const [x, y] = [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2]
      if (!isHit(target, x, y)) continue
      const height = reach(target, x, y, -1) + 1 + reach(target, x, y, 1)
      if (height < ENOUGH) found.push(`${height} px: ${target.outerHTML.slice(0, 120)}`)
    }
    return found
  })
}
