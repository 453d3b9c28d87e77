/** The names under which a script may have been uploaded: whole, and with `~` for its origin; queries do not count. */
export function urlsOf(file: string): string[] {
  const bare = bareUrl(file)
  const path = /^[a-z][a-z\d+.-]*:\/\/[^/]*(\/.*)$/is.exec(bare)?.[1]
  if (path !== undefined) return [`~${path}`, bare]
  return bare.startsWith('/') ? [`~${bare}`, bare] : [bare, `~/${bare}`]
}

export function bareUrl(file: string): string {
  return file.replace(/[?#].*$/s, '')
}

/** `app.js` of `https://shop.example/assets/app.js?v=1`. */
export function fileNameOf(file: string): string {
  const bare = bareUrl(file)
  return bare.slice(bare.lastIndexOf('/') + 1)
}

const MOST_ENDINGS = 20

/** The names that a script may have got without its folders: `~/static/app.js` and `~/app.js`. */
export function endingsOf(file: string): string[] {
  const [whole = ''] = urlsOf(file)
  const folders = whole.split('/').slice(1, MOST_ENDINGS + 1)
  return folders.map((_, index) => `~/${folders.slice(index).join('/')}`)
}

/** Resolves what a script says of its map: `app.js.map` beside `~/assets/app.js` is `~/assets/app.js.map`. */
export function resolveUrl(url: string, reference: string): string {
  if (/^[a-z][a-z\d+.-]*:|^~/i.test(reference)) return reference
  if (reference.startsWith('/')) return `~${reference}`
  return url.slice(0, url.lastIndexOf('/') + 1) + reference.replace(/^\.\//, '')
}
