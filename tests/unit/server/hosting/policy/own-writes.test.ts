import fastifyCookie from '@fastify/cookie'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { showOwnWrites } from '#server/hosting/policy/own-writes.ts'
import { rememberReads } from '#server/store/engine/cached-reads.ts'
import { openNewsProcess } from '#tests/support/postgres/news-processes.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

/** A process that remembers what it has read, and hears of nothing by itself. */
async function openProcess(url: string) {
  const { store, news } = await openNewsProcess({ url })
  const app = Fastify()
  const query = store.db.selectFrom('setting').select('value').where('key', '=', 'colour')
  const read = rememberReads(
    store,
    () => 0,
    async (_key: 'colour') => (await query.executeTakeFirst())?.value ?? 'none',
  )
  await app.register(async (scope) => {
    showOwnWrites(scope, news, OPTIONS)
    await scope.register(fastifyCookie)
    scope.get('/colour', () => read('colour'))
    scope.post('/theme', (_request, reply) => reply.setCookie('theme', 'dark').code(303).send())
    scope.post('/repeat/:write', async (request) => {
      const { write } = request.params as { write: string } // Fastify's router makes the path into this.
      news.noteRepeat(write)
      return {}
    })
    scope.post('/colour/:value', async (request, reply) => {
      const { value } = request.params as { value: string } // as above
      await store.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'colour', value })
          .onConflict((on) => on.column('key').doUpdateSet({ value }))
          .execute(),
      )
      return reply.setCookie('theme', 'dark').redirect('/colour', 303)
    })
  })
  const send = (method: 'GET' | 'POST', address: string, cookies: Record<string, string> = {}) =>
    app.inject({ method, url: address, cookies })
  return { news, send }
}

async function openTwo() {
  const url = await createPostgresDatabase()
  return [await openProcess(url), await openProcess(url)] as const
}

describe('showOwnWrites()', () => {
  it('shows people at one process what they changed at another, by a cookie for some seconds', async () => {
    const [one, two] = await openTwo()
    expect((await two.send('GET', '/colour')).body).toBe('none')
    const answer = await one.send('POST', '/colour/red')
    const cookie = answer.cookies.find(({ name }) => name === 'crumbtrail_write') ?? expect.fail()
    expect(cookie).toMatchObject({ maxAge: 5, path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['crumbtrail_write', 'theme'])
    expect((await two.send('GET', '/colour')).body).toBe('none') // It has not heard of it yet.
    const sent = { crumbtrail_write: cookie.value }
    expect((await two.send('GET', '/colour', sent)).body).toBe('red')
    expect((await one.send('GET', '/colour', sent)).body).toBe('red')
  })

  it('sets no cookie for a request that writes nothing, and none for one that reads', async () => {
    const [one, two] = await openTwo()
    await one.send('POST', '/colour/red')
    const answers = [
      await one.send('POST', '/theme'),
      await one.send('GET', '/colour'),
      await two.send('POST', '/theme'),
    ]
    expect(answers.map(({ cookies }) => cookies.map(({ name }) => name))).toEqual([['theme'], [], ['theme']])
  })

  it('names the write of another process whose answer is given again', async () => {
    const [one, two] = await openTwo()
    expect((await two.send('GET', '/colour')).body).toBe('none')
    await one.send('POST', '/colour/red')
    const write = one.news.lastWrite() ?? expect.fail()
    const answer = await two.send('POST', `/repeat/${write}`)
    expect(answer.cookies).toMatchObject([{ name: 'crumbtrail_write', value: write }])
    expect((await two.send('GET', '/colour', { crumbtrail_write: write })).body).toBe('red')
  })

  it('answers whatever the cookie says', async () => {
    const [one] = await openTwo()
    for (const crumbtrail_write of ['', 'x', '99999999999', '-1']) {
      expect((await one.send('GET', '/colour', { crumbtrail_write })).statusCode).toBe(200)
    }
  })
})
