import type { ReactNode } from 'react'

interface ScrollerProps {
  name: string
  className: string | undefined
  children: ReactNode
}

/** Gives a scrolling area a name and makes it reachable by keyboard. */
export function Scroller({ name, ...others }: ScrollerProps) {
  // biome-ignore lint/a11y: focus is what the arrow keys scroll by (WCAG 2.1.1); as landmarks, names had to be unique
  return <div role="group" tabIndex={0} aria-label={name} data-scrolls {...others} />
}
