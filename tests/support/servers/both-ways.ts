import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { type RawAnswer, type RawRequest, sendRaw } from '#tests/support/store/raw-request.ts'
import { startChildServer } from './child-server.ts'

export interface BothWays {
  /** With page shells. */
  url: string
  /** Without: each page by Vike. */
  vikeUrl: string
  dsn: string
  file: string
  /** A header for each visitor that has an account. */
  cookies: string[]
  /** The same of both. */
  ask(request: RawRequest): Promise<{ shells: RawAnswer; vike: RawAnswer }>
  stop(): Promise<void>
}

/** A desk that answers on two addresses: `both-ways-server.ts`. */
export async function startBothWays({ visitorCount = 1, root = repositoryRoot } = {}): Promise<BothWays> {
  const directory = await mkdtemp(join(tmpdir(), 'crumbtrail-both-'))
  const server = await startChildServer('both-ways-server.ts', [directory, String(visitorCount), root])
  const { url, publicKey, printed } = server
  const { vikeUrl = '', cookies = '', file = '' } = printed
  return {
    url,
    vikeUrl,
    dsn: `${url.replace('//', `//${publicKey}@`)}/1`,
    file,
    cookies: cookies.split('\n').map((session) => `crumbtrail_session=${session}`),
    async ask(request) {
      const [shells, vike] = await Promise.all([sendRaw(url, request), sendRaw(vikeUrl, request)])
      return { shells, vike }
    },
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** All of an answer that must be the same for both: what is random is masked, to the same length. */
export function comparable({ status, headers, body }: RawAnswer) {
  const nonce = nonceOf(headers)
  const { date, ...others } = headers
  // of what is compressed, random letters decide: whoever asks compares it with the body
  if (others['content-encoding'] !== undefined) delete others['content-length']
  const text = maskRandom(decoded(body, headers), nonce)
  const json = pageContextScript.exec(text)?.[2]
  return {
    status,
    headers: {
      ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, maskHeader(value, nonce)])),
      // a document's is the system's own, a payload's is the desk's time
      ...(headers.etag !== undefined && { date }),
    },
    text: text.replace(pageContextScript, '$1(page context)$3'),
    pageContext: json === undefined ? undefined : (JSON.parse(json) as unknown),
  }
}

const pageContextScript = /(<script id="vike_pageContext"[^>]*>)(.*?)(<\/script>)/s

export function nonceOf(headers: RawAnswer['headers']): string | undefined {
  return /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1]
}

export function decoded(body: Buffer, headers: RawAnswer['headers']): string {
  switch (headers['content-encoding']) {
    case 'gzip':
      return String(gunzipSync(body))
    case 'br':
      // flushed after each write, and a stream that failed has no end
      return String(brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }))
    default:
      return String(body)
  }
}

function maskRandom(text: string, nonce: string | undefined): string {
  return (nonce === undefined ? text : text.replaceAll(nonce, 'N'.repeat(nonce.length)))
    .replace(/(name="idempotency-key" value=")[0-9a-f]{32}"/g, `$1${'k'.repeat(32)}"`)
    .replace(/(name="sentry-trace" content=")[0-9a-f]{32}-[0-9a-f]{16}/g, '$1trace-span')
    .replace(/sentry-trace_id=[0-9a-f]{32}/g, 'sentry-trace_id=trace')
    .replace(/sentry-sample_rand=[\d.]+/g, 'sentry-sample_rand=random')
    .replace(digest, '$1-RANDOM')
}

/** The first half is the fault's, the second is random. */
export const digest = /\b([0-9A-HJKMNP-TV-Z]{6})-[0-9A-HJKMNP-TV-Z]{6}\b/g

function maskHeader(value: string, nonce: string | undefined): string {
  const masked = nonce === undefined ? value : value.replaceAll(nonce, 'N')
  return masked.replace(/(crumbtrail_(?:flash|session)=)[\w-]{43}/g, '$1secret')
}
