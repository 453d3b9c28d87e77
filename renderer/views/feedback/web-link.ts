/** An address that people may follow: of the web, and of nothing that runs. */
export function webLink(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
