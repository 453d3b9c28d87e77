import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareReleases, latestRelease, parseRelease } from '#server/processing/release-order.ts'
import { runs } from '#tests/support/run/doses.ts'

describe('parseRelease()', () => {
  it.each([
    ['shop@1.2.3+45', 'shop', '1.2.3', '45'],
    ['@acme/shop@1.2.3', '@acme/shop', '1.2.3', undefined],
    ['com.example.app@2026.11.3', 'com.example.app', '2026.11.3', undefined],
    ['1.0.0-rc.1', undefined, '1.0.0-rc.1', undefined],
    ['@1.0', undefined, '@1.0', undefined],
    ['', undefined, '', undefined],
  ])('reads %j', (name, packageName, version, build) => {
    expect(parseRelease(name)).toMatchObject({ package: packageName, version, build })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (name) => void parseRelease(name)))
  })
})

describe('compareReleases()', () => {
  // From https://semver.org/#spec-item-11, and what calendars, counters and stores of mobile apps add.
  it.each([
    ['1.0.0', '2.0.0'],
    ['2.0.0', '2.1.0'],
    ['2.1.0', '2.1.1'],
    ['1.0.0-alpha', '1.0.0'],
    ['1.0.0-alpha', '1.0.0-alpha.1'],
    ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
    ['1.0.0-alpha.beta', '1.0.0-beta'],
    ['1.0.0-beta', '1.0.0-beta.2'],
    ['1.0.0-beta.2', '1.0.0-beta.11'],
    ['1.0.0-rc.99999999999999999998', '1.0.0-rc.99999999999999999999'],
    ['shop@1.9.0', 'shop@1.10.0'],
    ['@acme/shop@1.9', '@acme/shop@1.9.1'],
    ['v1.9.0', '1.10.0'],
    ['1.2.3.4', '1.2.3.10'],
    ['2026.9.30', '2026.11.3'],
    ['2026.09.30', '2026.11.03'],
    ['2026.11.3', '2026.11.3.1'],
    ['20261102', '20261103'],
    ['20261102', '2026.11.3'],
    ['2026-11-02', '2026-11-03'],
    ['99', '100'],
    ['20261103143000', '20261103143001'],
    ['app@1.0.0+9', 'app@1.0.0+10'],
    ['app@7+9', 'app@7+10'],
  ])('puts %s before %s', (older, newer) => {
    expect(compareReleases(older, newer)).toBe(-1)
    expect(compareReleases(newer, older)).toBe(1)
  })

  it.each([
    ['1.2', '1.2.0'],
    ['v1.2.0', '1.2.0'],
    ['20261103', '2026.11.3'],
    ['1.0.0+7', '1.0.0+07'],
    ['a hash', 'a hash'],
  ])('holds %s and %s to be equal', (a, b) => {
    expect(compareReleases(a, b)).toBe(0)
  })

  it.each([
    ['9fceb02d0ae598e95dc970b74767f19372d61af8', 'de9f2c7fd25e1b3afad3e85a0bd17d9b100db4b3'],
    ['shop@1.0.0', 'api@2.0.0'],
    ['shop@1.0.0', '2.0.0'],
    ['1.0.0+9fceb02', '1.0.0+de9f2c7'],
    ['1.0.0', '1.0.0+7'],
    ['1.0.0-01', '1.0.0'],
    ['1.0.0+', '2.0.0'],
    ['1234567', '1.2.3'],
    ['1234567890123456', '1234567890123457'],
    ['winter', 'spring'],
    ['', '1.0.0'],
  ])('does not order %j and %j', (a, b) => {
    expect(compareReleases(a, b)).toBeUndefined()
    expect(compareReleases(b, a)).toBeUndefined()
  })

  it('is antisymmetric and transitive wherever it orders', () => {
    fc.assert(
      fc.property(release(), release(), release(), (a, b, c) => {
        const [ab, ba, bc, ac] = [
          compareReleases(a, b),
          compareReleases(b, a),
          compareReleases(b, c),
          compareReleases(a, c),
        ]
        expect(ba).toBe(ab === undefined ? undefined : 0 - ab)
        if (ab !== undefined && bc !== undefined && ab <= 0 && bc <= 0) expect(ac).toBe(Math.min(ab, bc))
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('orders any two semantic versions of a package', () => {
    fc.assert(
      fc.property(semantic(), semantic(), (a, b) => {
        expect(compareReleases(`shop@${a}`, `shop@${b}`)).toBeDefined()
      }),
    )
  })
})

describe('latestRelease()', () => {
  it('is the greatest version, though a patch of an older line came later', () => {
    const releases = [
      { version: '2.0.0', firstSeen: 1 },
      { version: '1.9.9', firstSeen: 2 },
    ]
    expect(latestRelease(releases)?.version).toBe('2.0.0')
  })

  it('is the one seen first most lately among hashes', () => {
    const releases = [
      { version: 'de9f2c7', firstSeen: 2 },
      { version: '9fceb02', firstSeen: 3 },
      { version: 'abcdef0', firstSeen: 1 },
    ]
    expect(latestRelease(releases)?.version).toBe('9fceb02')
  })

  it('is nothing of nothing', () => {
    expect(latestRelease([])).toBeUndefined()
  })
})

/** Few different numbers and names, so that equal and near ones meet. */
function semantic() {
  const number = fc.nat({ max: 3 })
  const prerelease = fc.array(fc.constantFrom('0', '1', '10', 'a', 'b', 'rc'), { maxLength: 3 })
  return fc
    .tuple(number, number, number, prerelease)
    .map(
      ([major, minor, patch, names]) =>
        `${major}.${minor}.${patch}${names.length ? `-${names.join('.')}` : ''}`,
    )
}

function release() {
  const build = fc.constantFrom('', '+1', '+2', '+02', '+abc')
  const version = fc.oneof(
    semantic(),
    fc.constantFrom('1', '2', '20261103', '2026.11.3', '1.0', 'v1.0.0', 'abc', '1.0.0.0'),
  )
  return fc
    .tuple(fc.constantFrom('', 'a@', 'b@'), version, build)
    .map(([packageName, name, suffix]) => `${packageName}${name}${suffix}`)
}
