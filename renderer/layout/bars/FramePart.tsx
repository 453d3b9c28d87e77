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
    const part = document.getElementById(id)
    if (part !== null && html !== before.html) replaceHtml(part, html, url === before.url)
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
  const elements: (Element | null)[] = [...part.querySelectorAll(focusable)]
  const { activeElement } = document
  const place = elements.indexOf(activeElement)
  const next = part.cloneNode() as HTMLElement // It is a copy of an element.
  next.innerHTML = html
  replaceDifferent(part, next)
  if (!keepsFocus || place === -1) return
  const same = part.querySelectorAll<HTMLElement>(focusable)[place]
  same?.focus()
  // What is being typed stays.
  if (same instanceof HTMLInputElement && activeElement instanceof HTMLInputElement) {
    same.value = activeElement.value
  }
}

const stateful = 'form,[popover]'

/**
 * Keeps all elements that are the same in `next`: most of the frame is, and the browser would have to style, lay out and
 * paint new ones. Forms and popovers are replaced, because their state is in no attribute. The browser compares a whole
 * branch much faster than this walks through it.
 */
function replaceDifferent(shown: ChildNode, next: ChildNode): void {
  // Only elements have children, and only they have selectors.
  const [element, branch] = [shown, next] as [HTMLElement, HTMLElement]
  const [before, after] = [[...shown.childNodes], [...next.childNodes]]
  const isSame = shown.cloneNode().isEqualNode(next.cloneNode())
  if (!isSame || branch.matches?.(stateful)) element.replaceWith(next)
  else if (before.length !== after.length) element.replaceChildren(...after)
  else if (!shown.isEqualNode(next) || branch.querySelector?.(stateful))
    for (const [index, node] of before.entries()) replaceDifferent(node, after[index] as ChildNode) // There are as many.
}

/** Reads the parts of the frame from the document. */
export function readFrameHtml(document: Document): { side: string; top: string; tabs: string } {
  const read = (id: string) => document.getElementById(id)?.innerHTML ?? ''
  return { side: read('frame-side'), top: read('frame-top'), tabs: read('frame-tabs') }
}
