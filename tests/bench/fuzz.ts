import { fuzzInProcess } from '../support/fuzz/in-process.ts'
import { fuzzOverHttp } from '../support/fuzz/over-http.ts'

/**
 * Broken bodies of every format and type of item: most of them straight into the processing and a store, some over HTTP
 * against a desk. The same seed breaks them in the same way. `node tests/bench/fuzz.ts [cases] [requests] [seed]`
 */
const [cases = 100_000, requests = 5_000, seed = Date.now() % 2 ** 32] = process.argv.slice(2).map(Number)

console.log(`seed ${seed}`)
const startedAt = performance.now()
console.log(await fuzzInProcess(seed, cases), `${Math.round((performance.now() - startedAt) / 1000)} s`)
if (requests > 0) console.log(await fuzzOverHttp(seed, requests))
