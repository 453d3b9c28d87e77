import type { Shape } from './shapes.ts'

/**
 * A decorative icon; text beside it has the meaning. `size` is in pixels, `strokeWidth` in 24ths of it.
 * The document contains each shape once (+bodyHtmlBegin), since a separate sprite file would arrive a
 * little after the page.
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
