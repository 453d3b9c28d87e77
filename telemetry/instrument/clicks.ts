import type { RecordBreadcrumb } from '../telemetry.ts'

const interactive = 'a[href],button,input,select,textarea,summary,label,[role]'
const levelsShown = 4

// Elements whose text the application wrote. What stands in a field or a text, people wrote.
const labelled = new Set(['button', 'link', 'tab', 'menuitem', 'switch'])

/** A breadcrumb for every click: role, name and selector of what was clicked, never a value. */
export function observeClicks(document: Document, record: RecordBreadcrumb): () => void {
  const note = (event: Event): void => {
    const target = event.target
    if (!(target instanceof Element)) return
    try {
      record({ type: 'ui', category: 'ui.click', level: 'info', ...describeClick(target) })
    } catch {
      // A form's fields shadow its properties: one named `classList` cannot be described, and the page
      // must not hear of it.
    }
  }
  // Before the page's own handlers: they may stop the event, or take the element away.
  document.addEventListener('click', note, { capture: true, passive: true })
  return () => document.removeEventListener('click', note, { capture: true })
}

function describeClick(target: Element): { message: string; data: Record<string, unknown> } {
  const element = target.closest(interactive) ?? target
  const selector = selectorOf(element)
  const role = roleOf(element)
  const name = role === undefined ? undefined : nameOf(element, role)
  return {
    message: [role, name && `"${name}"`].filter(Boolean).join(' ') || selector,
    data: { selector, ...(role ? { role } : {}), ...(name ? { name } : {}) },
  }
}

function roleOf(element: Element): string | undefined {
  const role = element.getAttribute('role')?.trim().split(/\s+/)[0]
  if (role) return role
  switch (element.localName) {
    case 'a':
      return 'link'
    case 'button':
    case 'summary':
      return 'button'
    case 'select':
      return 'combobox'
    case 'textarea':
      return 'textbox'
    case 'input':
      return inputRole(element.getAttribute('type') ?? 'text')
    default:
      return undefined
  }
}

function inputRole(type: string): string {
  if (type === 'checkbox' || type === 'radio') return type
  return type === 'submit' || type === 'button' || type === 'reset' || type === 'image' ? 'button' : 'textbox'
}

function nameOf(element: Element, role: string): string | undefined {
  const text = labelled.has(role) && element.localName !== 'input' ? element.textContent : undefined
  const name = element.getAttribute('aria-label') ?? text ?? element.getAttribute('name')
  return name?.replace(/\s+/g, ' ').trim().slice(0, 80) || undefined
}

/** `main > form#pay > button.primary`: enough to find it, and nothing of what it holds. */
function selectorOf(element: Element): string {
  const parts: string[] = []
  let current: Element | null = element
  while (current && parts.length < levelsShown && current.localName !== 'body') {
    const classes = [...current.classList].slice(0, 2).map((name) => `.${name}`)
    const id = current.getAttribute('id')
    parts.unshift(`${current.localName}${id ? `#${id}` : ''}${classes.join('')}`.slice(0, 80))
    current = current.parentElement
  }
  return parts.join(' > ')
}
