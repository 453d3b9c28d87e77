import type { ReactNode } from 'react'

interface ScrollerProps {
  name: string
  className: string | undefined
  children: ReactNode
}

/** What scrolls inside itself can be reached by keyboard, and has a name there. */
export function Scroller({ name, ...others }: ScrollerProps) {
  // biome-ignore lint/a11y: focus is what the arrow keys scroll by (WCAG 2.1.1); as landmarks, names had to be unique
  return <div role="group" tabIndex={0} aria-label={name} {...others} />
}
