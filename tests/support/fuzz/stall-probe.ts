import { parentPort, workerData } from 'node:worker_threads'
import { anEventId, envelopeOf } from '#tests/support/store/event-store.ts'

/** A well-behaved sender of another project, in a thread of its own: how long does each of its events wait? */
export interface ProbeReport {
  events: number
  longestMs: number
  p99Ms: number
  /** Answers that were not 200. */
  refused: number
}

interface ProbeData {
  address: string
  everyMs: number
  /** Ids of its events begin with it, so that a second probe sends other ones. */
  series: number
}

const { address, everyMs, series } = workerData as ProbeData // over-http.ts starts us
const waitsMs: number[] = []
let refused = 0
let isDone = false
parentPort?.once('message', () => {
  isDone = true
})

for (let number = 0; !isDone; number++) {
  const startedAt = performance.now()
  const body = envelopeOf({ event_id: anEventId(series * 1e9 + number), message: 'a neighbour' })
  const response = await fetch(address, { method: 'POST', body: new Uint8Array(body) })
  await response.arrayBuffer()
  if (response.status !== 200) refused++
  waitsMs.push(performance.now() - startedAt)
  await new Promise((resolve) => setTimeout(resolve, everyMs))
}

waitsMs.sort((a, b) => a - b)
const report: ProbeReport = {
  events: waitsMs.length,
  longestMs: waitsMs.at(-1) ?? 0,
  p99Ms: waitsMs[Math.floor(waitsMs.length * 0.99)] ?? 0,
  refused,
}
parentPort?.postMessage(report)
