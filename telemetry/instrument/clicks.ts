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
 * A breadcrumb for every click, and one for a run of key presses on an element: role, name and selector,
 * never a value nor what was typed. Until `signal` aborts.
 */
export function observeClicks(document: Document, record: RecordBreadcrumb, signal?: AbortSignal): void {
  let typedInto: unknown
  // Before the page's own handlers: they may take the element away.
  const hear = ({ type, target }: Event): void => {
    const isClick = type === 'click'
    // A form's fields shadow its properties: one named `closest` cannot be described, and the page must
    // not hear of it. Nor can a document, which hears keys while nothing has the focus.
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
  // Elements whose text the application wrote. What stands in a field or a text, people wrote.
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

/** `main > form#pay > button.primary`: enough to find it, and nothing of what it holds. */
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
