import { useLayoutEffect, useRef, useState } from 'react'
import styles from './FramePart.module.css'

interface FramePartProps {
  id: string
  /** The page's address. When it changes, a navigation takes care of the focus. */
  url: string
  html: string
}

/**
 * A part of the frame that the server has rendered. The browser has no code to render it, because the
 * frame is large and has no state. After a navigation, its HTML comes with the page's data.
 */
export function FramePart({ id, url, html }: FramePartProps) {
  const [first] = useState(html)
  const shown = useRef({ url, html })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { url, html }
    const part = document.getElementById(id) as HTMLElement // This component has rendered it.
    if (html !== before.html) replaceHtml(part, html, url === before.url)
  }, [id, url, html])
  return (
    <div
      id={id}
      className={styles.part}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered and escaped it (frame-html.tsx)
      dangerouslySetInnerHTML={{ __html: first }}
      suppressHydrationWarning
    />
  )
}

const focusable = 'a,button,input,select,summary'

function replaceHtml(part: HTMLElement, html: string, keepsFocus: boolean): void {
  const { activeElement } = document
  const elements: (Element | null)[] = [...part.querySelectorAll(focusable)]
  const place = elements.indexOf(activeElement)
  changeChildren(part, parse(html))
  if (!keepsFocus) return
  const same = part.querySelectorAll<HTMLElement>(focusable)[place] // It is undefined if the focus was elsewhere.
  same?.focus()
  // What is being typed stays.
  if (same instanceof HTMLInputElement && activeElement instanceof HTMLInputElement) {
    same.value = activeElement.value
  }
}

const mostParsed = 30
const parsed = new Map<string, Element>()

/** A page that is visited again mostly has the same frame, and parsing it anew would take part of each frame. */
function parse(html: string): Element {
  let holder = parsed.get(html)
  if (!holder) {
    if (parsed.size > mostParsed) parsed.clear()
    holder = document.createElement('div')
    holder.innerHTML = html
    parsed.set(html, holder)
  }
  return holder
}

const stateful = 'form,[popover]'

/**
 * Keeps all elements that have the same tag in `next`, and changes their attributes: most of the frame is the same, and the
 * browser would have to style, lay out and paint new elements. It would also style the whole page at once if the link
 * that was clicked went, because that has the focus. Forms and popovers are replaced, because their state is in no attribute.
 */
function change(shown: HTMLElement, next: HTMLElement): void {
  // The browser compares a whole branch much faster than this walks through it.
  const isSame = shown.isEqualNode(next)
  // Texts have neither selectors nor attributes.
  if (shown.nodeName !== next.nodeName || (next.matches?.(stateful) ?? !isSame))
    shown.replaceWith(next.cloneNode(true))
  else if (!isSame || next.querySelector?.(stateful)) {
    for (const { name } of [...shown.attributes, ...next.attributes]) {
      const value = next.getAttribute(name)
      if (value === null) shown.removeAttribute(name)
      else if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
    }
    changeChildren(shown, next)
  }
}

function changeChildren(shown: Element, next: Element): void {
  // There may be texts among them, and there are as many in both.
  const before = [...shown.childNodes] as HTMLElement[]
  const after = next.childNodes as NodeListOf<HTMLElement>
  if (before.length !== after.length) shown.replaceChildren(...next.cloneNode(true).childNodes)
  else for (const [index, node] of before.entries()) change(node, after[index] as HTMLElement)
}

/** Reads the parts of the frame from the document. */
export function readFrameHtml(document: Document): { side: string; top: string; tabs: string } {
  const read = (id: string) => document.getElementById(id)?.innerHTML ?? ''
  return { side: read('frame-side'), top: read('frame-top'), tabs: read('frame-tabs') }
}
