import { databaseFile } from '#server/config/data-dir.ts'
import { startIssuesDesk } from '#tests/support/desk/prepared/issues-desk.ts'
import { buildIssuesView } from '#tests/support/fill/issues-view.ts'
import { startChildServer } from '#tests/support/servers/child-server.ts'
import { ratioOf, takeTurns, toTable } from '#tests/support/servers/take-turns.ts'

/**
 * Page payloads a second, with all that stands before them (session, frame, security headers, trace), beside the same
 * loader behind a bare Fastify on the same database. The issues page has 50 rows; the playground reads nothing, so it
 * shows what the rest costs. `node tests/bench/payload.ts [rounds] [seconds]`
 */
const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number)

const { desk, cookie, stop } = await startIssuesDesk()
const view = await buildIssuesView()
const bare = await startChildServer('bare-pages-server.ts', [databaseFile(desk.dataDir), desk.url, view.path])
try {
  const headers = { cookie }
  const ours = { headers, pid: desk.pid }
  const bares = { pid: bare.process.pid ?? 0 }
  const turns = await takeTurns(
    {
      'issues payload': { ...ours, url: `${desk.url}/issues/index.pageContext.json` },
      'its loader behind bare Fastify': { ...bares, url: `${bare.url}/payload` },
      'its loader and frame, likewise': { ...bares, url: `${bare.url}/payload-with-frame` },
      'playground payload': { ...ours, url: `${desk.url}/playground/index.pageContext.json` },
      'a constant behind bare Fastify': { ...bares, url: `${bare.url}/constant` },
    },
    { rounds, seconds },
  )
  console.table(toTable(turns))
  const payload = turns['issues payload']
  console.log(`ratio to the loader ${ratioOf(payload, turns['its loader behind bare Fastify']).toFixed(3)}`)
  console.log(
    `ratio to the same data ${ratioOf(payload, turns['its loader and frame, likewise']).toFixed(3)}`,
  )
} finally {
  await bare.stop()
  await view.remove()
  await stop()
}
