import { usePageContext } from 'vike-react/usePageContext'
import type { CachedMarkup, RowElement } from './cached-markup.ts'

interface CachedRowsProps {
  /** Each row's attributes and the props of its cells are plain data that determine all it shows (cached-markup.ts). */
  children: readonly RowElement[]
}

/**
 * The body of a long table. The server reuses the markup of equal rows, and a browser renders them normally. If all
 * rows are known, React is handed one text, since its work for a row costs more than finding the row.
 */
export function CachedRows({ children: rows }: CachedRowsProps) {
  if (import.meta.env.SSR) {
    // biome-ignore lint/correctness/useHookAtTopLevel: a build has one of the two ways
    const cache = useCachedMarkup()
    const known = rows.map((row) => cache?.find(row))
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it, of the same elements
    if (known.every(isText)) return <tbody dangerouslySetInnerHTML={{ __html: known.join('') }} />
    return <tbody>{rows.map((row, index) => asKnown(row, known[index]))}</tbody>
  }
  return <tbody>{rows}</tbody>
}

function isText(markup: string | undefined): markup is string {
  return markup !== undefined
}

function asKnown(row: RowElement, markup: string | undefined) {
  if (markup === undefined) return row
  const { children: _cells, ...attributes } = row.props
  // No attribute contains this sign, since React escapes it.
  const cells = markup.slice(markup.indexOf('>') + 1, -'</tr>'.length)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made it, of the same element
  return <tr key={row.key} {...attributes} dangerouslySetInnerHTML={{ __html: cells }} />
}

function useCachedMarkup(): CachedMarkup | undefined {
  // A component that is rendered alone has none.
  return (usePageContext() as { cachedMarkup?: CachedMarkup } | undefined)?.cachedMarkup
}
