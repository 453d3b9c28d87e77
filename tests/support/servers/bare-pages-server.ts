import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { parseScope } from '#renderer/scope.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import { anyPreferences } from '#server/hosting/preferences.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { aVisit } from '#tests/support/builders/a-visit.ts'

/**
 * What the desk's pages are measured against, on a running desk's database. Arguments: its file, its address, the built
 * `tests/bench/issues-view.tsx` and, for HTML, a file of what it shows. `/payload` answers what the issues page's
 * loader returns, `/payload-with-frame` the side bar's data as well; `/html` is React alone.
 */
const [file = '', publicUrl = '', view = '', payloadFile] = process.argv.slice(2)
const { loader, createRender } = (await import(view)) as typeof import('#tests/bench/issues-view.tsx') // built of it
const store = await openSqliteStore({ file })
const desk = createDesk({ store, sees: 'all', viewer: undefined, publicUrl })
const app = Fastify()
const load = () => {
  const url = new URL(`${publicUrl}/issues`)
  const now = Date.now()
  const { scope, refusal } = parseScope(url.searchParams, now)
  return loader({
    desk,
    viewer: undefined,
    accounts: aVisit().visit.accounts,
    preferences: anyPreferences,
    routeParams: {},
    url,
    scope,
    scopeRefusal: refusal,
    now,
  })
}
app.get('/payload', load)
app.get('/payload-with-frame', async () => ({ page: await load(), projects: await desk.projects.list() }))
app.get('/constant', () => ({ status: 'ok' }))
if (payloadFile !== undefined) {
  const { payload, answeredAt } = JSON.parse(await readFile(payloadFile, 'utf8')) // html.ts has written it
  const render = createRender(payload, answeredAt)
  app.get('/html', (_request, reply) =>
    reply.type('text/html').send(`<!DOCTYPE html><html><body><div id="root">${render()}</div></body></html>`),
  )
}
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url, publicKey: '' }))

process.once('SIGTERM', async () => {
  await app.close()
  await store.close()
})
