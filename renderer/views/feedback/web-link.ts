/** Returns an address if it is safe as a link: only web addresses, and none that runs code. */
export function webLink(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
