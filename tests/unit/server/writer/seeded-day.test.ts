import { expect, it } from 'vitest'
import { dumpSeededDay } from '#tests/support/seeded-day/dump.ts'
import { listDifferences, readKnownDump } from '#tests/support/seeded-day/known-dump.ts'

/**
 * Where a change is meant to store something else, `node tests/support/seeded-day/write-known-dump-process.ts` makes the
 * fixture anew. Columns and tables that are younger than the fixture are not compared.
 */
it('stores the seeded day to the byte as it was stored before', async () => {
  const known = readKnownDump()
  expect(listDifferences(known, await dumpSeededDay(known))).toEqual([])
})

it('has something of every kind of item in the seeded day, and of everything that is counted', () => {
  const empty = Object.entries(readKnownDump()).flatMap(([table, { rows }]) =>
    rows.length === 0 ? [table] : [],
  )
  expect(empty).toEqual([
    ...[
      'account',
      'artifact_bundle',
      'deploy',
      'hosted_fetch',
      'hosted_origin',
      'issue_bookmark',
      'issue_move',
    ],
    ...[
      'issue_recount',
      'known_device',
      'merge_suggestion',
      'project_setting',
      'saved_view',
      'session',
      'setting',
      'token',
    ],
  ])
})
