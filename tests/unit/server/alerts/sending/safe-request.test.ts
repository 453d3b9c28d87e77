import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OutgoingRequest } from '#server/alerts/channels/channel.ts'
import { createSafeRequest, type SafeRequestSettings } from '#server/alerts/sending/safe-request.ts'

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // it listens on a port
}

const post = (url: string): OutgoingRequest => ({ method: 'POST', url, headers: {}, body: '{}' })

const send = (url: string, settings: Partial<SafeRequestSettings> = {}) =>
  createSafeRequest({ allowPrivate: true, ...settings })(post(url))

describe('createSafeRequest()', () => {
  it('sends a request and returns status, headers and body', async () => {
    const port = await listen((request, response) => {
      response.writeHead(201, { 'x-seen': `${request.method} ${request.url}` }).end('taken')
    })
    expect(await send(`http://127.0.0.1:${port}/hook?a=1`)).toMatchObject({
      status: 201,
      headers: { 'x-seen': 'POST /hook?a=1' },
      body: 'taken',
    })
  })

  it('returns a redirect as it is, and follows none', async () => {
    let count = 0
    const port = await listen((_, response) => {
      count += 1
      response.writeHead(302, { location: '/again' }).end()
    })
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 })
    expect(count).toBe(1)
  })

  it('cuts an answer without an end after 65,536 bytes', async () => {
    const port = await listen((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      }
      response.on('drain', write)
      write()
    })
    const answer = await send(`http://127.0.0.1:${port}/`)
    expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(65_536) })
  })

  it('ends a request that is not answered in time, and may try it again', async () => {
    const port = await listen(() => {})
    expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).toEqual({
      error: '127.0.0.1 did not answer within 0.1 s',
      isFinal: false,
    })
  })

  it('counts the look-up of a name into that time', async () => {
    const lookUp = () => new Promise<string[]>(() => {})
    expect(await send('https://slow.example/', { lookUp, timeoutMs: 50 })).toMatchObject({ isFinal: false })
  })

  it('keeps a status whose body breaks off', async () => {
    const port = await listen((_, response) => {
      response.writeHead(200).write('partly', () => response.socket?.destroy())
    })
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, body: 'partly' })
  })

  it('may try a connection again that was reset', async () => {
    const port = await listen((request) => request.socket.resetAndDestroy())
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({
      error: '127.0.0.1 cannot be reached',
      isFinal: false,
    })
  })

  it('connects to the address that was checked, whatever the name says later', async () => {
    const port = await listen((request, response) => response.end(request.headers.host))
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const lookUp = async () => answers.shift() ?? []
    const answer = await send(`http://shop.example:${port}/`, { lookUp })
    expect(answer).toMatchObject({ status: 200, body: `shop.example:${port}` })
    expect(answers).toHaveLength(1)
  })

  it('sends at most two requests at once to a host', async () => {
    let running = 0
    let most = 0
    const held: (() => void)[] = []
    const port = await listen((_, response) => {
      running += 1
      most = Math.max(most, running)
      held.push(() => {
        running -= 1
        response.end()
      })
      if (held.length >= 2) for (const release of held.splice(0)) release()
    })
    const request = createSafeRequest({ allowPrivate: true })
    const all = Array.from({ length: 6 }, () => request(post(`http://127.0.0.1:${port}/`)))
    expect((await Promise.all(all)).map((answer) => 'status' in answer && answer.status)).toEqual(
      Array(6).fill(200),
    )
    expect(most).toBe(2)
  })

  it.each([
    ['ftp://shop.example/', 'the address does not begin with https:// or http://'],
    ['file:///etc/passwd', 'the address does not begin with https:// or http://'],
    ['https://me:secret@shop.example/', 'the address contains a password'],
    ['http://127.0.0.1/', '127.0.0.1 is not on the public Internet'],
    ['http://0x7f.1/', '127.0.0.1 is not on the public Internet'],
    ['http://2130706433/', '127.0.0.1 is not on the public Internet'],
    ['http://0177.0.0.1/', '127.0.0.1 is not on the public Internet'],
    ['http://169.254.169.254/latest/', '169.254.169.254 is not on the public Internet'],
    ['http://100.64.0.1/', '100.64.0.1 is not on the public Internet'],
    ['http://[::ffff:10.0.0.1]/', '::ffff:a00:1 is not on the public Internet'],
    ['http://[64:ff9b::10.0.0.1]/', '64:ff9b::a00:1 is not on the public Internet'],
    ['http://[2002:7f00:1::]/', '2002:7f00:1:: is not on the public Internet'],
  ])('refuses %s for good', async (url, error) => {
    expect(await send(url, { allowPrivate: false })).toEqual({ error, isFinal: true })
  })

  it.each([['127.0.0.1'], ['93.184.215.14', '10.0.0.1']])(
    'refuses a name that leads to %s',
    async (...found) => {
      const answer = await send('https://shop.example/', { allowPrivate: false, lookUp: async () => found })
      expect(answer).toEqual({ error: 'shop.example is not on the public Internet', isFinal: true })
    },
  )

  it('refuses the metadata of clouds even where private addresses are allowed', async () => {
    expect(await send('http://169.254.169.254/')).toMatchObject({ isFinal: true })
  })

  it('refuses ports that are not listed', async () => {
    const ports = [443]
    expect(await send('https://127.0.0.1:8443/', { ports })).toEqual({
      error: 'port 8443 is not allowed',
      isFinal: true,
    })
    expect(await send('http://127.0.0.1/', { ports })).toMatchObject({ error: 'port 80 is not allowed' })
  })
})
