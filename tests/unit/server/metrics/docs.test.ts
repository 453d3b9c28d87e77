import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { listSources } from '#tests/support/sources/source-files.ts'

const NAME = /'((?:crumbtrail|process|nodejs)_[a-z_]+)'/g

it('docs/metrics.md names what the code does', () => {
  const text = readFileSync(join(repositoryRoot, 'docs', 'metrics.md'), 'utf8')
  const documented = [...text.matchAll(/^\| `([a-z_]+_[a-z_]+)` \| (?:counter|gauge|histogram) /gm)]
  const sources = listSources('server/metrics').map((path) =>
    readFileSync(join(repositoryRoot, path), 'utf8'),
  )
  const named = sources.flatMap((source) => [...source.matchAll(NAME)])
  const names = (matches: RegExpMatchArray[]) => matches.map(([, name]) => name).sort()
  expect(names(named).length).toBeGreaterThan(10)
  expect(names(documented)).toEqual(names(named))
})
