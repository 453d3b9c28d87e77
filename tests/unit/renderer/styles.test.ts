import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const sheets = globSync('{pages,renderer}/**/*.css', { cwd: repositoryRoot }).map(
  (path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')] as const,
)

/**
 * All pages have one style sheet. With `* + *` or a `:has()` of any element in it, the browser styles anew all that is
 * beside or around whatever comes into a page: each row that is scrolled to cost six hundred elements. With
 * `:not(:has())`, each navigation cost 2 to 3 ms more.
 */
it.each([
  ['beside any element', /\*\s*[+~]/],
  ['around any element', /(?:^|[\s>+~,])(?:\*)?:has\(/m],
  ['around nothing of a kind', /:not\(:has\(/],
])('no rule is about what is %s', (_name, selector) => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter(([, css]) => selector.test(css)).map(([path]) => path)).toEqual([])
})
