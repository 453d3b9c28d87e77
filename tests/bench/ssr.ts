import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFile } from '#server/config/data-dir.ts'
import { requireSameMarkup } from '#tests/support/browser/same-markup.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { startChildServer } from '#tests/support/servers/child-server.ts'
import { cpuMsOf, perSecondOf, ratioOf, type Turn, takeTurns } from '#tests/support/servers/take-turns.ts'
import { buildRowsSite } from '#tests/support/sites/rows-site.ts'

/**
 * Server rendering: documents of a page of 50 rows, signed in, with telemetry and security headers as a desk has them,
 * beside a bare Fastify that renders the same markup with `renderToString`; with page shells and without; with rows
 * that are kept, as the list of issues has them, and with rows that React renders anew each time; and what each of a
 * page's surroundings costs the bare one. `npm run bench -- ssr [--json] [rounds] [seconds]`
 */
const args = process.argv.slice(2)
const [rounds = 5, seconds = 3] = args.filter((arg) => /^\d/.test(arg)).map(Number)

const site = await buildRowsSite()
const desks: DeskProcess[] = []
try {
  const shells = await start('on')
  const noShells = await start('off')
  const payload = await fetch(`${shells.url}/rows/index.pageContext.json?anew`, { headers: shells.headers })
  const payloadFile = join(site.root, 'payload.json')
  await writeFile(
    payloadFile,
    JSON.stringify({ payload: await payload.json(), answeredAt: payload.headers.get('date') }),
  )
  const bare = await startChildServer('bare-ssr-server.ts', [site.view, payloadFile, shells.database])
  try {
    const pid = bare.process.pid ?? 0
    const bares = (path: string) => ({ url: bare.url + path, headers: shells.headers, pid })
    await requireSameMarkup(
      50,
      page(shells, '/rows'),
      page(shells, '/rows?anew'),
      page(noShells, '/rows'),
      bares('/bare'),
    )
    const turns = await takeTurns(
      {
        shells: page(shells, '/rows'),
        bare: bares('/bare'),
        anew: page(shells, '/rows?anew'),
        shellsPayload: page(shells, '/rows/index.pageContext.json'),
        noShells: page(noShells, '/rows'),
        noShellsPayload: page(noShells, '/rows/index.pageContext.json'),
        signIn: bares('/sign-in'),
        telemetry: bares('/telemetry'),
        securityHeaders: bares('/security-headers'),
      },
      { rounds, seconds },
    )
    const figuresOf = (documents: Turn[], payloads: Turn[]) => ({
      requestsPerSecond: Math.round(perSecondOf(documents)),
      bareRequestsPerSecond: Math.round(perSecondOf(turns.bare)),
      ofBare: rounded(ratioOf(documents, turns.bare)),
      cpuMsPerRequest: rounded(cpuMsOf(documents)),
      payloadRequestsPerSecond: Math.round(perSecondOf(payloads)),
    })
    const costOf = (turn: Turn[]) => ({
      ofBare: rounded(ratioOf(turn, turns.bare)),
      cpuMsPerRequest: rounded(cpuMsOf(turn) - cpuMsOf(turns.bare)),
    })
    const result = {
      ...figuresOf(turns.shells, turns.shellsPayload),
      bareCpuMsPerRequest: rounded(cpuMsOf(turns.bare)),
      rowsAnew: {
        ofBare: rounded(ratioOf(turns.anew, turns.bare)),
        cpuMsPerRequest: rounded(cpuMsOf(turns.anew)),
      },
      shellsOff: figuresOf(turns.noShells, turns.noShellsPayload),
      costs: {
        signIn: costOf(turns.signIn),
        telemetry: costOf(turns.telemetry),
        securityHeaders: costOf(turns.securityHeaders),
      },
    }
    if (args.includes('--json')) console.log(JSON.stringify(result))
    else console.dir(result, { depth: 3 })
  } finally {
    await bare.stop()
  }
} finally {
  for (const desk of desks) {
    await desk.stop()
    await removeData(desk)
  }
  await site.remove()
}

async function start(shells: 'on' | 'off') {
  const desk = await startDesk({ root: site.root, env: { PAGE_SHELLS: shells } })
  desks.push(desk)
  const headers = { cookie: await signInForCookie(desk) }
  return { ...desk, headers, database: databaseFile(desk.dataDir) }
}

function page({ url, headers, pid }: Awaited<ReturnType<typeof start>>, path: string) {
  return { url: url + path, headers, pid }
}

function rounded(number: number): number {
  return Number(number.toFixed(3))
}
