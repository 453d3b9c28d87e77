/** Removes the token of a set-up link from an address: with the token a reader could become the owner. */
export function withoutSetUpToken(url: string): string {
  return url.replace(/(\/set-up\/)[^/?#]+/g, '$1[Filtered]')
}

/** Says whether a page's own address is such a link: its browser would report it. */
export function hasSetUpToken(path: string): boolean {
  return withoutSetUpToken(path) !== path
}
