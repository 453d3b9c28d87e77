import { startServer } from '@spotlightjs/spotlight'

/** The rival: it keeps what it is sent in memory. Prints its address as one line of JSON, as our own servers do. */
const print = console.log
process.stderr.write = () => true // it says what it receives, which would cost it more than receiving
const server = await startServer({ port: 0 })
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0
print(JSON.stringify({ url: `http://127.0.0.1:${port}`, publicKey: 'spotlight' }))
process.once('SIGTERM', () => process.exit(0))
