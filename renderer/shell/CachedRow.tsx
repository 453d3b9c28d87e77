import type { ComponentProps, ReactElement } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import type { CachedMarkup } from './cached-markup.ts'

interface CachedRowProps extends ComponentProps<'tr'> {
  /** All cells. Its props are plain data and say all that it shows; it reads no context (cached-markup.ts). */
  children: ReactElement
}

/** A row of a long table: the server writes its cells as it did before, a browser renders them as ever. */
export function CachedRow({ children, ...row }: CachedRowProps) {
  if (import.meta.env.SSR) {
    // biome-ignore lint/correctness/useHookAtTopLevel: a build has one of the two ways
    const markup = useCachedMarkup()?.find(children)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it, of the same element
    if (markup !== undefined) return <tr {...row} dangerouslySetInnerHTML={{ __html: markup }} />
  }
  return <tr {...row}>{children}</tr>
}

function useCachedMarkup(): CachedMarkup | undefined {
  return (usePageContext() as { cachedMarkup?: CachedMarkup } | undefined)?.cachedMarkup // none around a lone component
}
