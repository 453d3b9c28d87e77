import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

/** Where the code names a reason: a member, but not the column of its name, or the argument before a refusal's sentence. */
const REASON = /(?:reason: |RefusedItem\(\s*\d{3},\s*|invalid\()'(?!reason')([a-z][a-z_-]+)'/g

it('docs/ingest.md names every reason that processing and the store give', () => {
  const docs = readFileSync(join(repositoryRoot, 'docs', 'ingest.md'), 'utf8')
  const table = docs.slice(docs.indexOf('## Outcomes'), docs.indexOf('## OTLP'))
  const documented = new Set([...table.matchAll(/`([a-z][a-z_-]+)`/g)].map(([, reason]) => reason))
  const sources = [
    ...listSources('server/processing'),
    ...listSources('server/store'),
    ...listSources('server/writer'),
  ]
  const given = sources.flatMap((path) => {
    const text = readFileSync(join(repositoryRoot, path), 'utf8')
    return [...text.matchAll(REASON)].map(([, reason]) => reason)
  })
  expect(given.length).toBeGreaterThan(20)
  expect([...new Set(given)].filter((reason) => !documented.has(reason))).toEqual([])
})
