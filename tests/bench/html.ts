import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '#server/config/data-dir.ts'
import { requireSameMarkup } from '#tests/support/browser/same-markup.ts'
import { startIssuesDesk } from '#tests/support/desk/prepared/issues-desk.ts'
import { issueCount } from '#tests/support/fill/fill-issues.ts'
import { buildIssuesView } from '#tests/support/fill/issues-view.ts'
import { startChildServer } from '#tests/support/servers/child-server.ts'
import { ratioOf, takeTurns, toTable } from '#tests/support/servers/take-turns.ts'

/**
 * HTML pages a second of the issues page (50 rows), with session, store, document and all, beside a bare Fastify that
 * renders the same markup by `renderToString` from data it has. `node tests/bench/html.ts [rounds] [seconds]`
 */
const [rounds = 5, seconds = 3] = process.argv.slice(2).map(Number)
process.env.NODE_ENV = 'production' // React's, in the child that renders

const { desk, cookie, stop } = await startIssuesDesk()
const view = await buildIssuesView()
try {
  const headers = { cookie }
  const answer = await fetch(`${desk.url}/issues/index.pageContext.json`, { headers })
  const payloadFile = join(view.directory, 'payload.json')
  const shown = { payload: await answer.json(), answeredAt: answer.headers.get('date') }
  await writeFile(payloadFile, JSON.stringify(shown))
  const bare = await startChildServer('bare-pages-server.ts', [
    databaseFile(desk.dataDir),
    desk.url,
    view.path,
    payloadFile,
  ])
  try {
    const ours = { url: `${desk.url}/issues`, headers, pid: desk.pid }
    const bares = { url: `${bare.url}/html`, headers: {}, pid: bare.process.pid ?? 0 }
    await requireSameMarkup(issueCount, ours, bares)
    const turns = await takeTurns(
      { 'issues page': ours, 'React behind bare Fastify': bares },
      { rounds, seconds },
    )
    console.table(toTable(turns))
    const ratio = ratioOf(turns['issues page'], turns['React behind bare Fastify'])
    console.log(`ratio ${ratio.toFixed(3)} (Vike as it comes: 0.14 to 0.15)`)
  } finally {
    await bare.stop()
  }
} finally {
  await stop()
  await view.remove()
}
