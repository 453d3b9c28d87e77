import { createServer, type RequestListener, request as requestHttp } from 'node:http'
import type { RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchHosted } from '#server/artifacts/hosted/fetch-hosted.ts'

const PUBLIC = '93.184.215.14'

/** A host that is reached without TLS; what the fetcher pinned is noted, and the connection goes to this machine. */
async function host(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const pinned: unknown[] = []
  const request = (url: URL, { lookup, ...options }: RequestOptions) => {
    lookup?.(url.hostname, { all: false }, (_error, address) => pinned.push(address))
    return requestHttp({ ...options, host: '127.0.0.1', port, path: url.pathname } as never)
  }
  return { request, pinned, lookUp: async () => [PUBLIC] }
}

describe('fetchHosted()', () => {
  it('fetches a file from the address that was checked, without cookies', async () => {
    let cookies: string | undefined
    const { pinned, ...parts } = await host((request, response) => {
      cookies = request.headers.cookie
      response.setHeader('sourcemap', 'app.js.map').end('pay()')
    })
    const file = await fetchHosted('https://shop.example/app.js', parts)
    expect(file).toEqual({ bytes: Buffer.from('pay()'), mapUrl: 'app.js.map' })
    expect(pinned).toEqual([PUBLIC])
    expect(cookies).toBeUndefined()
  })

  it.each<[string, RequestListener, string]>([
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'it redirects, which is not followed',
    ],
    ['a missing file', (_, response) => response.writeHead(404).end(), 'its host answered 404'],
    [
      'a file that is too large',
      (_, response) => response.end('x'.repeat(101)),
      'it is larger than 100 bytes',
    ],
    ['a file that never ends', (_, response) => response.write('x'), 'it did not come within 0.2 s'],
    ['a connection that breaks', (request) => request.socket.destroy(), 'shop.example cannot be reached'],
  ])('refuses %s', async (_, answer, refusal) => {
    const { pinned: _pinned, ...parts } = await host(answer)
    const file = await fetchHosted('https://shop.example/app.js', {
      ...parts,
      mostBytes: 100,
      timeoutMs: 200,
    })
    expect(file).toEqual({ refusal })
  })

  it.each([
    ['http://shop.example/app.js', 'its address does not begin with https://'],
    ['file:///etc/passwd', 'its address does not begin with https://'],
    ['https://me:secret@shop.example/app.js', 'its address contains a password'],
    ['https://127.0.0.1/app.js', '127.0.0.1 is not on the public Internet'],
    ['https://0x7f.1/app.js', '127.0.0.1 is not on the public Internet'],
    ['https://[::1]/app.js', '::1 is not on the public Internet'],
    ['https://[::ffff:10.0.0.1]/app.js', '::ffff:a00:1 is not on the public Internet'],
    [`https://shop.example/${'a'.repeat(2_048)}`, 'its address does not begin with https://'],
  ])('asks nobody for %s', async (address, refusal) => {
    const request = () => {
      throw new Error('Cannot happen: nothing may be asked')
    }
    expect(await fetchHosted(address, { request })).toEqual({ refusal })
  })

  it.each([
    [[], 'shop.example has no address'],
    [['10.0.0.1'], 'shop.example is not on the public Internet'],
    [[PUBLIC, '127.0.0.1'], 'shop.example is not on the public Internet'],
  ])('refuses a host whose addresses are %j', async (addresses, refusal) => {
    const lookUp = async () => addresses
    expect(await fetchHosted('https://shop.example/app.js', { lookUp })).toEqual({ refusal })
  })
})
