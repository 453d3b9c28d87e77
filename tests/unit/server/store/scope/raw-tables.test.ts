import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namesTable } from '#server/store/scope/limit-raw.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { importsOf, listSources } from '#tests/support/sources/source-files.ts'
import { rawSqlIn } from '#tests/support/sources/sql-words.ts'

const OF_ENGINES = ['server/store/sqlite/', 'server/store/postgres/']

const raw = listSources('server')
  .filter((path) => !OF_ENGINES.some((folder) => path.startsWith(folder)))
  .filter((path) => importsOf(path).some(({ to }) => to === 'kysely'))
  .flatMap((path) =>
    rawSqlIn(path, readFileSync(join(repositoryRoot, path), 'utf8')).map((text) => ({ path, text })),
  )

it('no raw SQL names a table of projects by its text, where it could not be limited', () => {
  expect(raw.filter(({ text }) => namesTable(text))).toEqual([])
})

it('finds raw SQL to look at', () => {
  expect(raw.filter(({ text }) => /\bfrom\s/.test(text)).length).toBeGreaterThan(20)
  expect(rawSqlIn('a.ts', 'const a = sql<number>`select 1 from event where id = 1`').map(namesTable)).toEqual(
    [true],
  )
})
