/** In this order, because the later ones also stand in the user agents of the earlier ones. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ['Opera', /\bOPR\/(\d{1,4})/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d{1,4})/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d{1,4})/],
  ['Safari', /\bVersion\/(\d{1,4})[.\d]{0,10} (?:Mobile\/\w{1,10} )?Safari\//],
]
const LONGEST = 500

/** The browser of a user agent with its major version, such as `Firefox 145`; undefined for what is none of them. */
export function browserOf(userAgent: string): string | undefined {
  const text = userAgent.slice(0, LONGEST)
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(text)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return undefined
}
