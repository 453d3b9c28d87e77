import Fastify from 'fastify'

/** What the endpoint is measured against: a Fastify that reads a body, and does nothing with it. */
const app = Fastify({ bodyLimit: 1_048_576 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/api/1/envelope/', async () => ({ id: '0'.repeat(32) }))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url, publicKey: '0'.repeat(32) }))
process.once('SIGTERM', () => app.close())
