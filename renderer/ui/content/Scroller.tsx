import type { ReactNode } from 'react'

/** What scrolls inside itself can be reached by keyboard, and has a name there. */
export function Scroller(props: { name: string; className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y: focus is what the arrow keys scroll by (WCAG 2.1.1); as landmarks, names had to be unique
    <section role="group" className={props.className} tabIndex={0} aria-label={props.name}>
      {props.children}
    </section>
  )
}
