import { createHash } from 'node:crypto'
import type { HostedFiles } from '#server/artifacts/assemble-job.ts'
import { bareUrl } from '#server/processing/source-maps/artifact-urls.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import type { HostedFile } from './fetch-hosted.ts'

/** Gives a file, or says what is the matter: the end of a sentence. */
export type FetchFile = (address: string) => Promise<HostedFile | { refusal: string }>

interface FetchScriptParts {
  fetchFile: FetchFile
  /** Returns true if the map may be fetched from this address. By default every address is allowed. */
  isAllowed?: (url: URL) => boolean
}

/**
 * Fetches a script and the map that it names, by a header or by its last comment. A refusal is the end of a sentence: `the
 * script names no source map`.
 */
export async function fetchScript(
  address: string,
  { fetchFile, isAllowed = () => true }: FetchScriptParts,
): Promise<HostedFiles | { refusal: string }> {
  const script = await fetchNoPage(address, fetchFile)
  if ('refusal' in script) return { refusal: `the script cannot be used, since ${script.refusal}` }
  const named = script.mapUrl ?? readScriptComments(Buffer.from(script.bytes).toString()).mapUrl
  if (named === undefined) return { refusal: 'the script names no source map' }
  if (named.startsWith('data:')) return { refusal: 'the script contains its source map; upload it instead' }
  const url = URL.parse(named, address)
  const mapUrl = url?.href ?? named
  if (url !== null && !isAllowed(url))
    return { refusal: `its map is at ${url.origin}, which is not among the project's origins` }
  const map = await fetchNoPage(mapUrl, fetchFile)
  if ('refusal' in map) return { refusal: `the map ${mapUrl} cannot be used, since ${map.refusal}` }
  const scriptUrl = bareUrl(address)
  return {
    script: { url: scriptUrl, bytes: script.bytes },
    map: { url: `${scriptUrl}.map`, bytes: map.bytes, fetchedFrom: mapUrl },
  }
}

/** A single-page application answers with its page for every address that it does not know. */
async function fetchNoPage(address: string, fetchFile: FetchFile): ReturnType<FetchFile> {
  const file = await fetchFile(address)
  if ('refusal' in file) return file
  const start = Buffer.from(file.bytes.subarray(0, 64)).toString().trimStart()
  return start.startsWith('<') ? { refusal: 'its host answered with a page instead' } : file
}

/** Equal files for the same release, from the same address, are one upload. */
export function hashHosted(
  { script, map }: HostedFiles,
  { release, dist }: { release: string | null; dist: string | null },
): string {
  return createHash('sha1')
    .update(JSON.stringify([script.url, release, dist]))
    .update(script.bytes)
    .update(map.bytes)
    .digest('hex')
}
