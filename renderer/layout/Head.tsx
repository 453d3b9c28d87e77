import favicon from './bars/favicon.svg?url&no-inline'

/**
 * The head of every document. Vike finds the fonts in the style sheet and preloads them. What depends on
 * the visitor is in +headHtmlEnd.
 */
export function Head() {
  return (
    <>
      <link rel="icon" href={favicon} type="image/svg+xml" />
      {/* With cookies, so that a proxy that asks for a sign-in lets it through. */}
      <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
      <meta name="robots" content="noindex" />
    </>
  )
}
