interface Page {
  url: string
  headers: Record<string, string>
}

/** Throws unless they show the same, with at least so many rows: others could not be compared. */
export async function requireSameMarkup(rowCount: number, ...pages: Page[]): Promise<void> {
  const [first = '', ...others] = await Promise.all(pages.map(readMarkup))
  const rows = first.match(/<tr/g)?.length ?? 0
  if (rows < rowCount || others.some((other) => other !== first)) {
    throw new Error(`Cannot trust the run: the pages are not the same ${rowCount} rows`)
  }
}

/** What React rendered; ids, keys and ages differ from render to render. */
async function readMarkup({ url, headers }: Page): Promise<string> {
  const html = await (await fetch(url, { headers })).text()
  const root = html.slice(html.indexOf('<div id="root">')) // a script before it sets the reader's time zone
  const [, body = ''] = /<div id="root">(.*)<\/div>/s.exec(root.replace(/<script.*/s, '')) ?? []
  return body.replace(/<!--.*?-->|\s(id|for|value|aria-[a-z]+|datetime)="[^"]*"|\d+/gi, '')
}
