import favicon from './ui/frame/favicon.svg?url&no-inline'

/**
 * What every document says about itself. The fonts are preloaded by Vike, which finds them in the style
 * sheet. The two theme colours are `--paper` of tokens.css, in the notation that every browser's frame reads.
 */
export function Head() {
  return (
    <>
      <link rel="icon" href={favicon} type="image/svg+xml" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12100e" />
      <meta name="robots" content="noindex" />
    </>
  )
}
