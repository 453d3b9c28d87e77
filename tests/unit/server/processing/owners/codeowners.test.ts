import { describe, expect, it } from 'vitest'
import { matchesCodeownersPath, parseCodeownersPath } from '#server/processing/owners/codeowners-path.ts'
import { mapBy, parseNameMapping } from '#server/processing/owners/name-mapping.ts'
import { parseCodeowners } from '#server/processing/owners/parse-codeowners.ts'

// The examples of https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-syntax
describe('a path of CODEOWNERS', () => {
  it.each([
    ['*', 'src/cart.ts', true],
    ['*.js', 'src/cart.js', true],
    ['*.js', 'src/cart.ts', false],
    ['/build/logs/', 'build/logs/a/b.txt', true],
    ['/build/logs/', 'app/build/logs/b.txt', false],
    ['/build/logs/', '/srv/app/build/logs/b.txt', true],
    ['docs/*', 'docs/getting-started.md', true],
    ['docs/*', 'docs/build-app/troubleshooting.md', false],
    ['apps/', 'web/apps/a/b.ts', true],
    ['apps/', 'web/apps', false],
    ['/docs/', 'docs/a.md', true],
    ['**/logs', 'deeply/nested/logs/a.txt', true],
    ['/apps/github', 'apps/github/a.ts', true],
    ['/src/billing', 'src/billing-old/a.ts', false],
    ['src/**/total.ts', 'src/a/b/total.ts', true],
    ['src/**/total.ts', 'src/total.ts', true],
    ['src/**/*', 'src/a/b/c.ts', true],
    ['/src/**', 'src/a.ts', true],
    ['/src/**', 'src', false],
    ['/Src/', 'src/a.ts', false],
    ['/*', 'README.md', true],
    ['/*', 'src/a.ts', false],
    ['/src/?art.ts', 'src/cart.ts', true],
  ])('%s and %s: %s', (pattern, file, isMatch) => {
    expect(matchesCodeownersPath(file, parseCodeownersPath(pattern))).toBe(isMatch)
  })
})

describe('a CODEOWNERS file', () => {
  const { names, faults } = parseNameMapping('@org/payments #billing\n@ada Ada@example.com\nodd')

  it('has names that a list, a slug or an address stands for', () => {
    expect(faults).toEqual([
      { line: 3, message: 'it must be a name and an address or a #team: @org/name #team' },
    ])
    const read = parseCodeowners(
      [
        '# owners',
        '* @org/web',
        '/src/billing/ @org/payments @ada @eve # money',
        '/src/free/',
        '/src/eve/ @eve',
        '!/src/x @org/web',
        '/src/[ab] @org/web',
        '/docs/ Bob@example.com',
      ].join('\n'),
      mapBy(names),
    )
    expect(read.rules.map(({ line, text, owners }) => [line, text, owners])).toEqual([
      [2, 'codeowners:*', ['#web']],
      [3, 'codeowners:/src/billing/', ['#billing', 'ada@example.com']],
      [4, 'codeowners:/src/free/', []],
      [8, 'codeowners:/docs/', ['bob@example.com']],
    ])
    expect(read.unknown).toEqual([
      { line: 3, name: '@eve' },
      { line: 5, name: '@eve' },
    ])
    expect(read.faults.map(({ line }) => line)).toEqual([6, 7])
  })
})
