import { renderToStaticMarkup } from 'react-dom/server'
import { iconSprite } from '#renderer/ui/icon/sprite.ts'
import { Catalogue } from './Catalogue.tsx'

/** The whole document: the components as React renders them on the server, in both themes side by side. */
export function renderCatalogue(): string {
  const body = renderToStaticMarkup(<Catalogue />)
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Catalogue · Crumbtrail</title>
    <script type="module" src="/renderer/catalogue/styles.ts"></script>
  </head>
  <body>${iconSprite}${body}</body>
</html>`
}
