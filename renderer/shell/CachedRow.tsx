import type { ComponentProps, ReactElement } from 'react'
import { usePageContext } from 'vike-react/usePageContext'
import type { CachedMarkup } from './cached-markup.ts'

interface CachedRowProps extends ComponentProps<'tr'> {
  /**
   * All cells. The props are plain data that determine everything it shows, and it reads no context
   * (cached-markup.ts).
   */
  children: ReactElement
}

/**
 * A row of a long table. The server reuses the markup of equal cells, and a browser renders them normally.
 */
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
  // A component that is rendered alone has none.
  return (usePageContext() as { cachedMarkup?: CachedMarkup } | undefined)?.cachedMarkup
}
