/**
 * Reads a list of origins, which are separated by commas or lines. They are written as browsers write them, since ingest
 * compares them as texts. Gives the part that is not an origin instead.
 */
export function parseOrigins(list: string): { origins: string[] } | { wrong: string } {
  const origins: string[] = []
  for (const text of list
    .trim()
    .split(/[,\n]/)
    .map((part) => part.trim())) {
    const url = URL.parse(text)
    const isOrigin = url !== null && url.origin !== 'null' && url.href === `${url.origin}/`
    // A host may contain a star, but a star in an option is meant as a pattern.
    if (!isOrigin || url.host.includes('*')) return { wrong: text }
    origins.push(url.origin)
  }
  return { origins: [...new Set(origins)] }
}
