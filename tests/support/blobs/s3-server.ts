import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Bucket } from '#server/store/blobs/s3/bucket.ts'

/** What happens to one request: `busy` is 503, `cut` ends the connection in the middle of the body. */
export type Fault = 'none' | 'error' | 'busy' | 'hang' | 'cut' | 'other bytes'

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret/+key' }

class Sha256 {
  readonly #hash
  constructor(secret?: unknown) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array) // Smithy's types allow any view
  }
  update(data: unknown) {
    this.#hash.update(data as string | Uint8Array) // Smithy's types allow any view
  }
  async digest() {
    return new Uint8Array(this.#hash.digest())
  }
  reset() {}
}

const signer = new SignatureV4({
  ...{ credentials, region: 'eu-central-1', service: 's3', sha256: Sha256 },
  uriEscapePath: false,
})

/**
 * Speaks as much of S3 as attachments need, with objects in memory. Signatures are computed again by AWS's own
 * implementation, and the body is compared with the hash that was signed. `faults` come true one request after another.
 */
export async function startS3Server({ faults = [] as Fault[], pageSize = 1000 } = {}) {
  const objects = new Map<string, { bytes: Buffer; putAt: number }>()
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return // whoever sent it is gone
    const fault = faults.shift() ?? 'none'
    if (fault === 'hang') return
    if (fault === 'error') return fail(response, 500, 'InternalError')
    if (fault === 'busy') return fail(response, 503, 'SlowDown')
    const refusal = await refusalOf(request, body)
    if (refusal !== undefined) return fail(response, refusal === 'BadDigest' ? 400 : 403, refusal)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test')
    const [bucket, ...path] = pathname.slice(1).split('/')
    if (bucket !== 'files') return fail(response, 404, 'NoSuchBucket')
    const key = path.join('/')
    if (key === '') return list(response, searchParams)
    if (request.method === 'PUT') objects.set(key, { bytes: body, putAt: Date.now() })
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    const found = objects.get(key)
    if (found === undefined) return fail(response, 404, 'NoSuchKey')
    send(response, found.bytes, fault)
  })

  function list(response: ServerResponse, query: URLSearchParams): void {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? '']
    const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after)
    const contents = keys.slice(0, pageSize).map((key) => {
      const putAt = new Date(objects.get(key)?.putAt ?? 0).toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${putAt}</LastModified></Contents>`
    })
    const more = `<IsTruncated>${keys.length > pageSize}</IsTruncated>`
    response.end(`<?xml version="1.0"?><ListBucketResult>${more}${contents.join('')}</ListBucketResult>`)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const bucket: Bucket = {
    ...{ name: 's3://files/desk', prefix: 'desk/', region: 'eu-central-1', credentials },
    url: `http://127.0.0.1:${port}/files/`,
  }
  async function close() {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { bucket, objects, requests, close }
}

async function refusalOf(request: IncomingMessage, body: Buffer): Promise<string | undefined> {
  const { authorization = '' } = request.headers
  const signedNames = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(signedNames.map((name) => [name, String(request.headers[name])]))
  const at = headers['x-amz-date']?.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (at === undefined) return 'AccessDenied'
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test')
  const { host = '', ...others } = headers
  const signed = await signer.sign(
    {
      ...{ method: request.method ?? '', protocol: 'http:', hostname: host, path: pathname },
      ...{ query: Object.fromEntries(searchParams), headers: { host, ...others } },
    },
    { signingDate: new Date(at) },
  )
  if (signed.headers.authorization?.replaceAll(', ', ',') !== authorization.replaceAll(', ', ','))
    return 'SignatureDoesNotMatch'
  const hash = createHash('sha256').update(body).digest('hex')
  return headers['x-amz-content-sha256'] === hash ? undefined : 'BadDigest'
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>It is ${code}.</Message></Error>`)
}

function send(response: ServerResponse, bytes: Buffer, fault: Fault): void {
  response.writeHead(200, { 'content-length': bytes.length })
  if (fault === 'cut') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(fault === 'other bytes' ? Buffer.alloc(bytes.length, 'x') : bytes)
}
