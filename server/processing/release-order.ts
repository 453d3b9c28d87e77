/** What a release's name says: `package@version+build`, as SDKs write it. https://docs.sentry.io/product/releases/naming-releases/ */
export interface ParsedRelease {
  package: string | undefined
  /** The version as it is written, without package and build. */
  version: string
  build: string | undefined
  order: VersionOrder | undefined
}

/** What orders a version: semantic and calendar versions are dotted numbers, a build counter is a plain one. */
export type VersionOrder =
  | { kind: 'dotted'; numbers: readonly number[]; prerelease: readonly string[] }
  | { kind: 'counter'; value: number }

// Numbers of more digits than these lose digits in a double, and are hashes rather than versions.
const NUMBER = '\\d{1,15}'
// A pre-release's identifiers as https://semver.org/#spec-item-9 has them: no leading zeros in numbers.
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const DOTTED = new RegExp(`^[vV]?(${NUMBER}(?:\\.${NUMBER}){1,4})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`)
const COUNTER = new RegExp(`^[vV]?(${NUMBER})$`)
const DAY = /^((?:19|20)\d\d)(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])$/
const BUILD = /^[0-9a-zA-Z.-]+$/

export function parseRelease(name: string): ParsedRelease {
  // The last sign: a package of npm may begin with one.
  const at = name.lastIndexOf('@')
  const whole = at > 0 ? name.slice(at + 1) : name
  const plus = whole.indexOf('+')
  const version = plus < 0 ? whole : whole.slice(0, plus)
  const build = plus < 0 ? undefined : whole.slice(plus + 1)
  return {
    package: at > 0 ? name.slice(0, at) : undefined,
    version,
    build,
    order: build === undefined || BUILD.test(build) ? versionOrder(version) : undefined,
  }
}

function versionOrder(version: string): VersionOrder | undefined {
  const day = DAY.exec(version)
  // Before counters: 20261103 and 2026.11.3 are the same day.
  if (day) return { kind: 'dotted', numbers: [day[1], day[3], day[4]].map(Number), prerelease: [] }
  const dotted = DOTTED.exec(version)
  if (dotted?.[1]) {
    return {
      kind: 'dotted',
      numbers: dotted[1].split('.').map(Number),
      prerelease: dotted[2]?.split('.') ?? [],
    }
  }
  const counter = COUNTER.exec(version)
  return counter ? { kind: 'counter', value: Number(counter[1]) } : undefined
}

/**
 * Below zero when `a` comes before `b`. Undefined where names alone don't tell (hashes, other packages, builds of one
 * version that are not numbers): then the release that was seen first is the older one, which the caller knows.
 */
export function compareReleases(a: string, b: string): number | undefined {
  return a === b ? 0 : compareParsed(parseRelease(a), parseRelease(b))
}

function compareParsed(a: ParsedRelease, b: ParsedRelease): number | undefined {
  if (a.package !== b.package || !a.order || !b.order) return
  const byVersion = compareVersions(a.order, b.order)
  return byVersion === 0 ? compareBuilds(a.build, b.build) : byVersion
}

function compareVersions(a: VersionOrder, b: VersionOrder): number | undefined {
  if (a.kind === 'counter' && b.kind === 'counter') return Math.sign(a.value - b.value)
  if (a.kind === 'dotted' && b.kind === 'dotted') {
    return compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
  }
  return
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

/** https://semver.org/#spec-item-11 */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length)
  for (const [place, left] of a.entries()) {
    const right = b[place]
    if (right === undefined) return 1
    const order = compareIdentifiers(left, right)
    if (order !== 0) return order
  }
  return a.length === b.length ? 0 : -1
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [isNumber(a), isNumber(b)]
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  // Without leading zeros the longer number is the greater one, however many digits it has.
  if (aIsNumber && a.length !== b.length) return a.length < b.length ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Semantic versioning leaves builds out; stores of mobile apps count them, so numbers are compared here. */
function compareBuilds(a: string | undefined, b: string | undefined): number | undefined {
  if (a === b) return 0
  if (a === undefined || b === undefined || !isNumber(a) || !isNumber(b)) return
  const [left, right] = [BigInt(a), BigInt(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text)
}

/**
 * The newest of them: of all that can be compared with the one seen first most lately, the greatest. A patch of an old
 * line that comes out late is so never the newest.
 */
export function latestRelease<Release extends { version: string; firstSeen: number }>(
  releases: readonly Release[],
): Release | undefined {
  const [latelySeen, ...others] = releases.toSorted((a, b) => b.firstSeen - a.firstSeen)
  if (!latelySeen) return
  return others.reduce(
    (best, other) => ((compareReleases(other.version, best.version) ?? 0) > 0 ? other : best),
    latelySeen,
  )
}
