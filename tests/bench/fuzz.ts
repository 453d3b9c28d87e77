import { fuzzInProcess } from '#tests/support/fuzz/in-process.ts'
import { fuzzOverHttp } from '#tests/support/fuzz/over-http.ts'

/**
 * Broken bodies of every format and type of item: some of them straight into the processing and a store, as many over HTTP
 * against a desk, half of them with texts made against parsers in every place that holds a text, beside a sender of
 * another project. The same seed breaks them in the same way. `npm run bench -- fuzz [cases] [requests] [seed]`
 */
const [cases = 100_000, requests = 250_000, seed = Date.now() % 2 ** 32] = process.argv.slice(2).map(Number)

console.log(`seed ${seed}`)
const startedAt = performance.now()
console.log(await fuzzInProcess(seed, cases), `${Math.round((performance.now() - startedAt) / 1000)} s`)
if (requests > 0) console.log(await fuzzOverHttp(seed, requests))
