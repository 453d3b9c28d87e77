/** Each with the first version that counts as of today, as Sentry has it. */
const FIRST_VERSIONS: [family: RegExp, first: number][] = [
  [/\bOpera Mini\/(\d+)/, 8],
  [/\bOPR\/(\d+)/, 15],
  [/\bOpera\/.*\bVersion\/(\d+)|\bOpera[/ ](\d+)/, 15],
  [/\bIEMobile[/ ](\d+)|\bMSIE (\d+)/, 10],
  [/\bTrident\/.*\brv:(\d+)/, 10],
  [/\b(?:Chrome|Chromium|CriOS|FxiOS|Edg(?:e|A|iOS)?)\/(\d+)/, 0],
  [/\bAndroid (\d+)/, 4],
  [/\bVersion\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari\//, 6],
]

/** Too old to be cared for. The first family that a browser names itself by decides: many name others behind it. */
export function isLegacyBrowser(userAgent: string): boolean {
  for (const [family, first] of FIRST_VERSIONS) {
    const match = family.exec(userAgent)
    if (match) return Number(match[1] ?? match[2]) < first
  }
  return false
}
