import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { findDebugId } from './inject-debug-id.ts'
import { zip } from './zip.ts'

export interface UploadOptions {
  /** A token of the scope `releases`: `sntrys_…` carries the desk's address. */
  token: string
  /** The project's name at the desk. */
  project: string
  /** The desk's address, if the token does not carry it. */
  url?: string | undefined
  release?: string | undefined
  dist?: string | undefined
}

/** What a build's script is called, and where it is. */
export interface BuiltScript {
  /** As it is below the build's folder: `assets/app.js`. */
  name: string
  path: string
}

const CHUNK_BYTES = 8 * 1024 * 1024
const WAIT_MS = 500
const MOST_WAITS = 240

/**
 * Uploads scripts and the maps beside them, by the protocol of `sentry-cli`; resolves with what the desk says when it can
 * use them. A build that the desk knows is not sent again.
 */
export async function uploadBuild(
  scripts: readonly BuiltScript[],
  options: UploadOptions,
): Promise<string | null> {
  const bundle = await packBundle(scripts, options)
  const chunks: Buffer[] = []
  for (let at = 0; at < bundle.length; at += CHUNK_BYTES) chunks.push(bundle.subarray(at, at + CHUNK_BYTES))
  const asked = {
    checksum: sha1(bundle),
    chunks: chunks.map(sha1),
    projects: [options.project],
    version: options.release,
    dist: options.dist,
  }
  const base = `${addressOf(options)}/api/0/organizations/desk`
  const assemble = () =>
    ask(`${base}/artifactbundle/assemble/`, options.token, {
      body: JSON.stringify(asked),
      headers: { 'content-type': 'application/json' },
    })
  let answer = await assemble()
  for (const chunk of chunks) {
    if (!answer.missingChunks?.includes(sha1(chunk))) continue
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(chunk)]), sha1(chunk))
    await ask(`${base}/chunk-upload/`, options.token, { body: form })
  }
  for (let waits = 0; answer.state !== 'ok'; waits++) {
    if (answer.state === 'error') throw new Error(`Cannot upload source maps: ${answer.detail}`)
    if (waits === MOST_WAITS) throw new Error('Cannot upload source maps: the desk takes too long')
    if (waits > 0) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    answer = await assemble()
  }
  return answer.detail ?? null
}

interface Answer {
  state?: string
  detail?: string | null
  missingChunks?: string[]
}

async function ask(
  url: string,
  token: string,
  request: { body: string | FormData; headers?: Record<string, string> },
): Promise<Answer> {
  const headers = { ...request.headers, authorization: `Bearer ${token}`, 'user-agent': 'crumbtrail-vite' }
  const response = await fetch(url, { method: 'POST', body: request.body, headers })
  const text = await response.text()
  const answer = parseAnswer(text)
  if (!response.ok)
    throw new Error(`Cannot upload source maps: ${response.status} ${answer?.detail ?? text.slice(0, 200)}`)
  return answer ?? {}
}

function parseAnswer(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer // the desk's own
  } catch {
    return undefined
  }
}

/** https://github.com/getsentry/symbolic/blob/master/symbolic-debuginfo/src/sourcebundle/mod.rs */
async function packBundle(scripts: readonly BuiltScript[], { project, release, dist }: UploadOptions) {
  const files: Record<string, object> = {}
  const entries: { name: string; bytes: Uint8Array }[] = []
  for (const { name, path } of scripts) {
    const code = await readFile(path)
    const map = await readFile(`${path}.map`)
    const debugId = findDebugId(code.toString())
    const id = debugId === undefined ? {} : { 'debug-id': debugId }
    const sourcemap = `${basename(path)}.map`
    files[`files/_/_/${name}`] = {
      ...{ type: 'minified_source', url: `~/${name}` },
      headers: { ...id, sourcemap },
    }
    files[`files/_/_/${name}.map`] = { type: 'source_map', url: `~/${name}.map`, headers: id }
    entries.push({ name: `files/_/_/${name}`, bytes: code }, { name: `files/_/_/${name}.map`, bytes: map })
  }
  const manifest = JSON.stringify({ files, org: 'desk', project, release, dist })
  const header = Buffer.from('SYSB\x02\x00\x00\x00', 'latin1')
  return zip(header, [...entries, { name: 'manifest.json', bytes: Buffer.from(manifest) }])
}

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

/** `sntrys_<Base64 of JSON>_<secret>`: https://github.com/getsentry/rfcs/blob/main/text/0091-ci-upload-tokens.md */
function addressOf({ token, url }: UploadOptions): string {
  const address = url ?? addressInToken(token)
  if (address === undefined)
    throw new Error('Cannot upload source maps: the token carries no address, and no url is given')
  return address.endsWith('/') ? address.slice(0, -1) : address
}

function addressInToken(token: string): string | undefined {
  const [prefix, claims = ''] = token.split('_')
  if (prefix !== 'sntrys') return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64').toString())
    const has = typeof read === 'object' && read !== null && 'url' in read
    return has && typeof read.url === 'string' ? read.url : undefined
  } catch {
    return undefined
  }
}
