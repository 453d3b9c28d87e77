import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import geistMono from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url'
import favicon from './ui/frame/favicon.svg?url&no-inline'

/** The two theme colours are `--paper` of tokens.css, written the way every browser's frame reads. */
export function Head() {
  return (
    <>
      <link rel="icon" href={favicon} type="image/svg+xml" />
      <link rel="preload" href={geist} as="font" type="font/woff2" crossOrigin="" />
      <link rel="preload" href={geistMono} as="font" type="font/woff2" crossOrigin="" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12100e" />
      <meta name="robots" content="noindex" />
    </>
  )
}
