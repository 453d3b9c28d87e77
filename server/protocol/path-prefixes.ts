/** With a path in our address, requests come with it or without: proxies may remove it. */
export function pathPrefixesOf(publicUrl: string): string[] {
  return [...new Set(['', new URL(publicUrl).pathname.replace(/(?<!\/)\/+$/, '')])]
}
