import type { Shape } from './shapes.ts'

/**
 * Decoration: what it means stands beside it. `size` in pixels, `strokeWidth` in twenty-fourths of it. The shape itself
 * stands once in the document (+bodyHtmlBegin): a sprite in a file of its own would come a moment after the page.
 */
export function Icon({ shape, size, strokeWidth = 2, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <use href={`#icon-${shape}`} />
    </svg>
  )
}

interface IconProps {
  shape: Shape
  size: number
  strokeWidth?: number
  className?: string | undefined
}
