import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { databaseFile } from '#server/config/data-dir.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { evictUnderLoad } from '#tests/support/fill/evict-under-load.ts'
import { fillScale } from '#tests/support/fill/fill-scale.ts'
import { scalePages } from '#tests/support/fill/scale-pages.ts'
import { type Sample, scaleQueries, takeSamples } from '#tests/support/fill/scale-queries.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import { measureRounds, summarize } from '#tests/support/store/durations.ts'

/**
 * What a desk takes for its pages on a store of many events: in the store, over HTTP, and what retention keeps the
 * writer from. A directory that is named is filled once and used again; without one the store is made anew.
 * `npm run bench -- scale [events] [directory] [part of a page's name]`
 */
const [events = 1_000_000] = process.argv.slice(2, 3).map(Number)
const kept = process.argv[3]
/** Part of a page's name: only such pages are measured then, and nothing else. */
const wanted = process.argv[4] ?? ''
const QUERY_P99_MS = 5
const PAGE_P95_MS = 50
/** After gzip. */
const PAGE_BYTES = 60_000
const STALL_MS = 20
const EVICTED = 100_000
const QUERIES = 500
const PAGES = 30
/** The first ones warm. */
const ROUNDS = 4

const directory = kept ?? mkdtempSync(join(tmpdir(), 'crumbtrail-scale-'))
const file = databaseFile(directory)
let isMissed = false
try {
  await fillOnce()
  const samples = await measureQueries()
  await measurePages(samples)
  if (wanted === '') await measureRetention()
} finally {
  if (kept === undefined) rmSync(directory, { recursive: true })
}
if (isMissed) process.exitCode = 1

async function fillOnce(): Promise<void> {
  if (existsSync(file)) return
  mkdirSync(directory, { recursive: true })
  const startedAt = performance.now()
  await fillScale({ file, events, now: Date.now() })
  console.log(`${events} events stored in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

async function measureQueries(): Promise<Sample[]> {
  const store = await openSqliteStore({ file })
  try {
    const newest = store.db.selectFrom('issue').select(({ fn }) => fn.max('last_seen').as('at'))
    const { at } = await newest.executeTakeFirstOrThrow()
    const samples = await takeSamples(store, QUERIES, seededRandom(11))
    console.log(`${Math.round(statSync(file).size / 1e6)} MB`)
    for (const { name, run } of wanted === '' ? scaleQueries(store, Number(at)) : []) {
      const { p50, p99, longest } = await measureRounds(samples, ROUNDS, run)
      say(p99 < QUERY_P99_MS, name, `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}`)
    }
    return samples
  } finally {
    await store.close()
  }
}

async function measurePages(samples: readonly Sample[]): Promise<void> {
  const desk = await startDesk({ dataDir: directory })
  const store = await openSqliteStore({ file })
  try {
    const cookie = await signInForCookie(desk)
    for (const { name, path, isPublic, status = 200 } of scalePages.filter(({ name }) =>
      name.includes(wanted),
    )) {
      let heaviest = ''
      let first: number | undefined
      const { p50, p95 } = await measureRounds(samples.slice(0, PAGES), ROUNDS, async (sample) => {
        // what the desk remembers, it reads anew after any write
        await store.write((trx) =>
          trx
            .updateTable('project')
            .set(({ ref }) => ({ name: ref('name') }))
            .execute(),
        )
        const startedAt = performance.now()
        const answer = await fetch(desk.url + path(sample), { headers: isPublic ? {} : { cookie } })
        if (answer.status !== status)
          throw new Error(`Cannot trust the run: ${path(sample)} answered ${answer.status}`)
        const html = await answer.text()
        first ??= performance.now() - startedAt
        if (html.length > heaviest.length) heaviest = html
      })
      const bytes = gzipSync(heaviest).length
      const figures = `p50 ${ms(p50)}, p95 ${ms(p95)}, first ${ms(first ?? 0)}, ${bytes} bytes`
      say(p95 < PAGE_P95_MS && bytes < PAGE_BYTES, `page: ${name}`, figures)
    }
  } finally {
    await store.close()
    await desk.stop()
  }
}

async function measureRetention(): Promise<void> {
  const { slices, slicesOfProcessor, batches, evicted } = await evictUnderLoad(file, EVICTED)
  const { p50, p99, longest } = summarize(slices)
  const times = `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(longest)}`
  say(longest < STALL_MS, `${evicted} events evicted in ${slices.length} slices`, times)
  const ofProcessor = summarize(slicesOfProcessor)
  console.log(`      of the processor: p99 ${ms(ofProcessor.p99)}, longest ${ms(ofProcessor.longest)}`)
  const between = summarize(batches)
  console.log(
    `      batches in between: p50 ${ms(between.p50)}, p99 ${ms(between.p99)}, longest ${ms(between.longest)}`,
  )
}

function say(isMet: boolean, name: string, figures: string): void {
  if (!isMet) isMissed = true
  console.log(`${isMet ? 'ok  ' : 'MISS'}  ${name.padEnd(40)}  ${figures}`)
}

function ms(duration: number): string {
  return `${duration.toFixed(2)} ms`
}
