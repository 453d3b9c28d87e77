import favicon from './bars/favicon.svg?url&no-inline'

/**
 * What every document says about itself. The fonts are preloaded by Vike, which finds them in the style
 * sheet; what depends on the visitor is in +headHtmlEnd.
 */
export function Head() {
  return (
    <>
      <link rel="icon" href={favicon} type="image/svg+xml" />
      <meta name="robots" content="noindex" />
    </>
  )
}
