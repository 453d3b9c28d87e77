/** Each with the first version that counts as of today, as Sentry has it. */
const FIRST_VERSIONS: [family: RegExp, first: number, where?: RegExp][] = [
  [/\bOpera Mini\/(\d+)/, 8],
  [/\bOPR\/(\d+)/, 15],
  [/\bVersion\/(\d+)/, 15, /\bOpera\//],
  [/\bOpera[/ ](\d+)/, 15],
  [/\bIEMobile[/ ](\d+)|\bMSIE (\d+)/, 10],
  [/\brv:(\d+)/, 10, /\bTrident\//],
  [/\b(?:Chrome|Chromium|CriOS|FxiOS|Edg(?:e|A|iOS)?)\/(\d+)/, 0],
  [/\bAndroid (\d+)/, 4],
  [/\bVersion\/(\d{1,9})[^ ]{0,40} (?:Mobile\/\S{1,40} )?Safari\//, 6],
]

/** Too old to be cared for. The first family that a browser names itself by decides: many name others behind it. */
export function isLegacyBrowser(userAgent: string): boolean {
  for (const [family, first, where] of FIRST_VERSIONS) {
    const match = where?.test(userAgent) === false ? null : family.exec(userAgent)
    if (match) return Number(match[1] ?? match[2]) < first
  }
  return false
}
