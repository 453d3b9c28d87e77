import { limits } from '../limits.ts'
import type { RecordBreadcrumb } from '../scope/scoped-telemetry.ts'
import { attempt } from '../transport/attempt.ts'
import { listen } from './listen.ts'

const roles: Partial<Record<string, string>> = {
  a: 'link',
  button: 'button',
  summary: 'button',
  input: 'textbox',
  select: 'combobox',
  textarea: 'textbox',
}

/**
 * Records a breadcrumb for every click, and one for a series of key presses on one element. It has the
 * element's role, name and selector, but never its value or the typed text. Stops when `signal` aborts.
 */
export function observeClicks(document: Document, record: RecordBreadcrumb, signal?: AbortSignal): void {
  let typedInto: unknown
  // This runs before the page's own handlers, which may remove the element.
  const hear = ({ type, target }: Event): void => {
    const isClick = type === 'click'
    // The fields of a form hide its properties, so a form with a field named `closest` cannot be described.
    // The page must not notice that. A document, which gets the keys while nothing has the focus, cannot be
    // described either.
    attempt(() => {
      if (!isClick && target === typedInto) return
      typedInto = isClick || target
      record({ category: isClick ? 'ui.click' : 'ui.input', ...describe(target as Element) })
    })
  }
  listen(document, 'click', hear, signal)
  listen(document, 'keydown', hear, signal)
}

function describe(target: Element): { message: string; data: Record<string, unknown> } {
  const element = target.closest(`${Object.keys(roles)},label,[role]`) ?? target
  const { localName: tag, textContent } = element
  const attribute = (name: string): string | null => element.getAttribute(name)
  const role = attribute('role') || (tag === 'input' && attribute('type')) || roles[tag]
  // The text of these elements comes from the application. Text in fields and other elements may come from
  // people.
  const text = /^(button|link|tab|menuitem|switch)$/.test(`${role}`) && textContent
  const name = `${attribute('aria-label') || text || attribute('name') || ''}`
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limits.clickLength)
  const selector = selectorOf(element)
  return {
    message: `${role ?? selector}${name && ` "${name}"`}`,
    data: { selector, role, name },
  }
}

/**
 * Returns a selector such as `main > form#pay > button.primary`, which identifies the element without its
 * content.
 */
function selectorOf(element: Element): string {
  const levelsShown = 4
  const parts: string[] = []
  let each: Element | null = element
  for (; each && each.localName !== 'body' && parts.length < levelsShown; each = each.parentElement) {
    const id = each.getAttribute('id')
    const classes = each.getAttribute('class')
    const part =
      each.localName + (id ? `#${id}` : '') + (classes ? `.${classes.trim().replace(/\s+/g, '.')}` : '')
    parts.unshift(part.slice(0, limits.clickLength))
  }
  return parts.join(' > ')
}
