import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './support/desk/desk-process.ts'
import { importsOf, listSources } from './support/sources/source-files.ts'
import { sqlWordsIn, wordsOfText } from './support/sources/sql-words.ts'

/** Where only one engine is spoken. The migrations of SQLite are among it; PostgreSQL begins with the current tables. */
const OF_ENGINES = ['server/store/sqlite/', 'server/store/postgres/']

const SPEAKERS = new Set(['kysely', 'node:sqlite', 'pg', 'server/store/rows/query.ts'])

const speaking = listSources('server').filter(
  (path) =>
    !OF_ENGINES.some((folder) => path.startsWith(folder)) &&
    importsOf(path).some(({ to }) => SPEAKERS.has(to)),
)

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

describe('SQL outside of the engines’ folders', () => {
  it('is what SQLite and PostgreSQL both understand, or a word of server/store/words.ts', () => {
    expect(speaking.flatMap((path) => sqlWordsIn(path, read(path)))).toEqual([])
  })

  it('is read from files that exist, in which much is asked', () => {
    expect(speaking.length).toBeGreaterThan(80)
    expect(sqlWordsIn('server/store/sqlite/words.ts', read('server/store/sqlite/words.ts'))).not.toEqual([])
    const ofPostgres = 'server/store/postgres/words.ts'
    expect(sqlWordsIn(ofPostgres, read(ofPostgres)).join('\n')).toContain('full text')
    const backup = read('server/store/sqlite/backup/backup.ts')
    expect(sqlWordsIn('backup.ts', backup).join('\n')).toContain('of the engine')
  })
})

describe('what only one engine says', () => {
  it.each([
    ['select iif(a, 1, 0)', 'iif()'],
    ['select ifnull(a, 1)', 'ifnull()'],
    ['update issue set first_seen = min(coalesce(first_seen, ?), ?)', 'min() of two'],
    ['update issue set last_seen = MAX (last_seen, ?)', 'max() of two'],
    ['select total(is_old)', 'total()'],
    ['select group_concat(distinct name)', 'group_concat()'],
    ['select value from json_each(?)', 'JSON'],
    ["select data ->> 'by'", 'JSON'],
    ['select id from issue_text where issue_text match ?', 'match'],
    ["select instr(body, 'a')", 'instr()'],
    ["select id where name like 'a%'", 'like'],
    ["select id where name glob 'a*'", 'glob'],
    ['select rowid from issue_text', 'rowid'],
    ['select last_insert_rowid()', 'rowid'],
    ['insert or ignore into setting (key) values (?)', 'insert or'],
    ['replace into setting (key) values (?)', 'replace into'],
    ['insert into setting (key) values (?) on conflict do nothing', 'on conflict without a key'],
    ['on conflict (day) do update set quantity = quantity + excluded.quantity', 'a sum of no table'],
    ['select id where config is not ?', 'is of two values'],
    ['select id where config is :config', 'is of two values'],
    ['select id where last_at < case when config is null then ? else ? end', 'a case of values alone'],
    ['select id where a == b', '=='],
    ['select id limit -1', 'limit -1'],
    ['select id from issue indexed by issue_by_id', 'indexed by'],
    ['select id from walked cross join segment on segment.id = walked.id', 'cross join … on'],
    ['select start_us as startUs', 'a name of two cases'],
    ["select unixepoch('now')", 'times'],
    ['select changes()', 'functions of SQLite'],
    ['select id order by name collate nocase', 'nocase'],
    ['delete from temp.cutoff', 'temp.'],
    ['begin immediate', 'begin immediate'],
    ['select name from sqlite_schema', 'of the engine'],
    ['pragma user_version', 'of the engine'],
    ['select id::text from issue', '::'],
    ['select greatest(a, b) from issue', 'least()'],
    ['select id from unnest(?)', 'unnest()'],
    ['select id where id = any(?)', 'arrays'],
    ["select strpos(body, 'a')", 'strpos()'],
    ["select id where name ~* 'a'", 'regular expressions'],
    ['select id where search @@ ?', 'full text'],
    ['select distinct on (name) name', 'distinct on'],
    ['select id from issue, lateral (select 1)', 'lateral'],
    ['select id from issue for update', 'locks'],
    ['select now()', 'a clock'],
    ['select pg_sleep(1)', 'of the engine'],
  ])('%s', (text, word) => {
    expect(wordsOfText(text).map((found) => found.word)).toContain(word)
  })

  it.each([
    'select min(first_seen), max(coalesce(a, b)) from issue',
    'select id where a is not null and b is distinct from ? and c is null',
    'insert into log_hour (hour) values (?) on conflict (hour) do update set quantity = log_hour.quantity + excluded.quantity',
    'select start_us as "startUs", count(case when is_old then 1 end) as old from segment',
    "select string_agg(cast(id as text), ',') from walked cross join segment where segment.id = walked.id",
  ])('is not: %s', (text) => {
    expect(wordsOfText(text)).toEqual([])
  })

  it('is found in templates, in texts that are prepared and in calls of Kysely, with its line', () => {
    const source = `
      import { sql } from 'kysely'
      // select iif(1, 2, 3)
      const growth = sql<number>\`(select value from json_each(\${ids}))\`
      const put = connection.prepare('insert or ignore into setting (key, value) values (?, ?)')
      const found = db.selectFrom('issue_search').select('rowid')
      const views = db.selectFrom('saved_view').where('account_id', 'is', accountId)
      const shared = db.selectFrom('saved_view').where('account_id', 'is', null)
      const count = eb.fn<number>('max', [eb.lit(0), eb.ref('event_count')])
      const all = trx.insertInto('setting').orIgnore()
      const locked = db.selectFrom('issue').select('id').forUpdate()
      const prose = 'it is not like any other'`
    expect(sqlWordsIn('server/store/x.ts', source)).toEqual([
      'server/store/x.ts:4 says JSON: write rows() or withField()',
      'server/store/x.ts:5 says insert or: write on conflict (key) do …',
      'server/store/x.ts:6 says issue_search: write a word of server/store/words.ts',
      'server/store/x.ts:6 says rowid: write a word of server/store/words.ts',
      'server/store/x.ts:7 says is: write is [not] distinct from',
      'server/store/x.ts:9 says max() of two: write greatest(), or a case',
      'server/store/x.ts:10 says orIgnore(): write onConflict()',
      'server/store/x.ts:11 says forUpdate(): write a transaction of store.write()',
    ])
  })
})
