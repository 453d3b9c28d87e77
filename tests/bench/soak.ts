import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { failuresOf, perSecondOf, sendLoad } from '#tests/support/fill/ingest-load.ts'

/**
 * A whole desk under a share of the most that it can take, which is measured first: its memory must stay flat, its
 * answers and its pages quick. Ends with 1 when something was missed.
 * `node tests/bench/soak.ts [minutes] [share of the peak]`
 */
const [minutes = 10, share = 0.7] = process.argv.slice(2).map(Number)
const PEAK_SECONDS = 10
const LOOK_EVERY_MS = 5_000
const READ_EVERY_MS = 250
const MOST_MB = 400
const MOST_P99_MS = 100
const MOST_PAGE_P95_MS = 60

const desk = await startDesk()
try {
  process.exitCode = (await soak(desk)) ? 0 : 1
} finally {
  await desk.stop()
  await removeData(desk)
}

async function soak({ url, pid }: DeskProcess): Promise<boolean> {
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Soak', '--json')) as { dsn: string } // our own CLI
  const { username: publicKey, pathname } = new URL(dsn)
  const target = { url, publicKey, projectId: Number(pathname.slice(1)) }
  const load = { kind: 'mix', connections: 50 } as const
  await sendLoad(target, { ...load, seconds: 3 }) // warm
  const peak = perSecondOf(await sendLoad(target, { ...load, seconds: PEAK_SECONDS }))
  const rate = Math.round(peak * share)
  console.log(`peak ${Math.round(peak)}/s; ${minutes} minutes at ${rate}/s`)

  const over = new AbortController()
  const memory = watchMemory(pid, over.signal)
  const pages = readPages(url, await signInForCookie(desk), over.signal)
  const run = await sendLoad(target, { ...load, seconds: minutes * 60, rate })
  over.abort()
  return report({ run, rate, megabytes: await memory, pageMs: await pages })
}

interface Findings {
  run: autocannon.Result
  rate: number
  megabytes: number[]
  pageMs: number[]
}

function report({ run, rate, megabytes, pageMs }: Findings): boolean {
  const pageP95 =
    pageMs.toSorted((a, b) => a - b)[Math.floor(pageMs.length * 0.95)] ?? Number.POSITIVE_INFINITY
  const most = Math.max(...megabytes)
  const [early, late] = [mean(quarter(megabytes, 1)), mean(quarter(megabytes, 3))]
  const checks = [
    [`${Math.round(perSecondOf(run))}/s of ${rate}/s, ${failuresOf(run)} failed`, failuresOf(run) === 0],
    [`answers: p50 ${run.latency.p50} ms, p99 ${run.latency.p99} ms`, run.latency.p99 < MOST_P99_MS],
    [`issues page: p95 ${pageP95.toFixed(1)} ms of ${pageMs.length} reads`, pageP95 < MOST_PAGE_P95_MS],
    [`memory: ${most} MB at most`, most < MOST_MB],
    [`memory: ${early} MB in the second quarter, ${late} MB in the last`, late < early * 1.15 + 10],
  ] as const
  for (const [text, isGood] of checks) console.log(`${isGood ? 'ok    ' : 'MISSED'}  ${text}`)
  return checks.every(([, isGood]) => isGood)
}

/** Resident megabytes of the whole process, all its threads: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function watchMemory(pid: number, signal: AbortSignal): Promise<number[]> {
  const megabytes: number[] = []
  while (!signal.aborted) {
    const kilobytes = /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    megabytes.push(Math.round(Number(kilobytes) / 1024))
    console.log(`${((megabytes.length - 1) * LOOK_EVERY_MS) / 1000} s: ${megabytes.at(-1)} MB`)
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {}) // the end of the run
  }
  return megabytes
}

async function readPages(url: string, cookie: string, signal: AbortSignal): Promise<number[]> {
  const durations: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/issues`, { headers: { cookie } })
    await response.text()
    if (response.status !== 200)
      throw new Error(`Cannot read the issues page: it answered ${response.status}`)
    durations.push(performance.now() - startedAt)
    await pause(READ_EVERY_MS, undefined, { signal }).catch(() => {})
  }
  return durations
}

function quarter(numbers: number[], index: number): number[] {
  const length = Math.max(1, Math.floor(numbers.length / 4))
  return numbers.slice(index * length, (index + 1) * length)
}

function mean(numbers: number[]): number {
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length)
}
