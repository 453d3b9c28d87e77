import { attempt } from '../attempt.ts'
import type { RecordBreadcrumb } from '../telemetry.ts'

const levelsShown = 4

const roles: Partial<Record<string, string>> = {
  a: 'link',
  summary: 'button',
  select: 'combobox',
  textarea: 'textbox',
  button: 'button',
}

/**
 * A breadcrumb for every click, and one for a run of key presses on an element: role, name and selector,
 * never a value nor what was typed. Returns what stops it.
 */
export function observeClicks(document: Document, record: RecordBreadcrumb): () => void {
  let typedInto: unknown
  const note = ({ type, target }: Event): void => {
    const isClick = type === 'click'
    // A form's fields shadow its properties: one named `classList` cannot be described, and the page
    // must not hear of it. Nor can a document, which hears keys while nothing has the focus.
    attempt(() => {
      if (!isClick && target === typedInto) return
      typedInto = isClick || target
      record({ category: isClick ? 'ui.click' : 'ui.input', ...describe(target as Element) })
    })
  }
  // Before the page's own handlers: they may stop the event, or take the element away.
  for (const type of ['click', 'keydown']) document.addEventListener(type, note, true)
  return () => {
    for (const type of ['click', 'keydown']) document.removeEventListener(type, note, true)
  }
}

function describe(target: Element): { message: string; data: Record<string, unknown> } {
  const element = target.closest('a[href],button,input,select,textarea,summary,label,[role]') ?? target
  const { localName: tag, textContent } = element
  const attribute = (name: string): string | undefined => element.getAttribute(name)?.trim() || undefined
  const role = attribute('role') ?? (tag === 'input' ? (attribute('type') ?? 'textbox') : roles[tag])
  const name =
    role &&
    (
      attribute('aria-label') ??
      // Elements whose text the application wrote. What stands in a field or a text, people wrote.
      ((/^(button|link|tab|menuitem|switch)$/.test(role) && textContent) || attribute('name'))
    )
      ?.replace(/\s+/g, ' ')
      .trim()
      .slice(0, 80)
  const selector = selectorOf(element)
  return {
    message: role ? role + (name ? ` "${name}"` : '') : selector,
    data: { selector, role, name },
  }
}

/** `main > form#pay > button.primary`: enough to find it, and nothing of what it holds. */
function selectorOf(element: Element | null): string {
  const parts: string[] = []
  for (
    ;
    element && element.localName !== 'body' && parts.length < levelsShown;
    element = element.parentElement
  ) {
    const id = element.getAttribute('id')
    parts.unshift(
      [element.localName + (id ? `#${id}` : ''), ...[...element.classList].slice(0, 2)]
        .join('.')
        .slice(0, 80),
    )
  }
  return parts.join(' > ')
}
