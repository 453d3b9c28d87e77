import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'

interface EmptyListProps {
  title: string
  text: string
  href: string
  /** What the way on is called. */
  way: string
}

/** Stands where a list's issues would be, and leads on. */
export function EmptyList({ title, text, href, way }: EmptyListProps) {
  return (
    <EmptyState title={title}>
      <p>{text}</p>
      <ButtonLink href={href}>{way}</ButtonLink>
    </EmptyState>
  )
}
