import Fastify from 'fastify'
import { registerIngest } from '#server/ingest/routes.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'
import { startWriter } from '#server/writer/writer.ts'
import { keyOfProject, PROJECTS } from '#tests/support/desk/project-keys.ts'

/**
 * The endpoint and the store alone, in a process of their own that a test may kill. Arguments: the database's
 * file, and `full` to go on although the disk is almost full. Prints its address as one line of JSON.
 */
const [file = '', isToGoOn] = process.argv.slice(2)
process.on('SIGXFSZ', () => {}) // a test may forbid writing to files: the write fails, and that is to be seen
const publicKey = keyOfProject(1)
const store = await openSqliteStore({ file, newKey: () => publicKey })
await store.write(async (trx) => {
  const { count } = await trx
    .selectFrom('project')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  for (let number = count + 1; number <= PROJECTS; number++) {
    const name = `project-${number}`
    await insertProject(trx, { slug: name, name, publicKey: keyOfProject(number), now: Date.now() })
  }
})
const writer = await startWriter({ file, ...(isToGoOn === 'full' ? { pressure: () => undefined } : {}) })
const app = Fastify()
app.get('/memory', () => ({ rssBytes: process.memoryUsage().rss }))
await app.register(registerIngest, {
  store,
  writer,
  publicUrl: 'http://desk.test',
  tunnel: { path: '/tunnel' },
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url, publicKey }))

process.once('SIGTERM', async () => {
  await app.close()
  await writer.close()
  await store.close()
})
