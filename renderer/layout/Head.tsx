import favicon from './bars/favicon.svg?url&no-inline'

/**
 * The head of every document. Vike finds the fonts in the style sheet and preloads them. What depends on
 * the visitor is in +headHtmlEnd.
 */
export function Head() {
  return (
    <>
      <link rel="icon" href={favicon} type="image/svg+xml" />
      <meta name="robots" content="noindex" />
    </>
  )
}
