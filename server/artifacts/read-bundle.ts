import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { parseDebugId } from '#server/processing/normalize/native/debug-images.ts'
import { isObject } from '#server/processing/normalize/untrusted.ts'
import { mapLimits } from '#server/sourcemaps/map-limits.ts'
import { uploadLimits } from './upload-limits.ts'

/** A file of a bundle, as its manifest describes it. */
export interface BundleFile {
  kind: 'script' | 'map'
  /** Its name for matching: `~/assets/app.js`. It is never used as a path. */
  url: string
  debugId: string | undefined
  /** Where the script says that its map is. */
  mapUrl: string | undefined
  read(): Promise<Uint8Array>
}

export interface Bundle {
  files: BundleFile[]
  close(): void
}

/** A bundle that cannot be used. Its message is told to the uploading tool. */
export class BundleError extends Error {}

/**
 * Opens a bundle: a zip with a `manifest.json`, whose entries say what each file is.
 * https://github.com/getsentry/symbolic/blob/master/symbolic-debuginfo/src/sourcebundle/mod.rs
 */
export async function openBundle(path: string): Promise<Bundle> {
  const zip = await openZip(path)
  try {
    const entries = await listEntries(zip)
    const manifest = entries.get('manifest.json')
    if (!manifest) throw new BundleError('it has no manifest.json')
    const described = parseManifest(await readEntry(zip, manifest, uploadLimits.manifestBytes))
    const files = described.flatMap(([name, file]) => {
      const entry = entries.get(name)
      const read = entry && toBundleFile(file, () => readEntry(zip, entry, maxBytesOf(file)))
      return read ? [read] : []
    })
    return { files, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, validateEntrySizes: true, strictFileNames: false })
  } catch {
    throw new BundleError('it is not a zip archive')
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > uploadLimits.entries)
    throw new BundleError(`it has more than ${uploadLimits.entries} files`)
  const entries = new Map<string, Entry>()
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (unpacked > uploadLimits.unpackedBytes) throw new BundleError('unpacked, it is larger than 2 GiB')
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof BundleError ? error : new BundleError('its directory of files cannot be read')
  }
  return entries
}

/** The sizes that the archive says are checked while it is unpacked. */
async function readEntry(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Uint8Array> {
  const { fileName, compressedSize, uncompressedSize } = entry
  const name = JSON.stringify(fileName.slice(0, 200))
  if (uncompressedSize > mostBytes) throw new BundleError(`${name} is larger than ${mostBytes} bytes`)
  if (uncompressedSize > 4096 && uncompressedSize > uploadLimits.unpackRatio * compressedSize)
    throw new BundleError(`${name} unpacks to more than ${uploadLimits.unpackRatio} times its size`)
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part)
    return Buffer.concat(parts)
  } catch {
    throw new BundleError(`${name} cannot be unpacked`)
  }
}

type Described = Record<string, unknown>

function parseManifest(bytes: Uint8Array): [name: string, file: Described][] {
  let manifest: unknown
  try {
    manifest = JSON.parse(Buffer.from(bytes).toString())
  } catch {
    throw new BundleError('its manifest.json is not JSON')
  }
  if (!isObject(manifest) || !isObject(manifest.files))
    throw new BundleError('its manifest.json has no files')
  return Object.entries(manifest.files).filter((pair): pair is [string, Described] => isObject(pair[1]))
}

const KINDS = new Map<unknown, BundleFile['kind']>([
  ['minified_source', 'script'],
  ['source_map', 'map'],
])

/** sentry-cli calls a map that it cannot read a script, so that a damaged one would pass for one that was not uploaded. */
function kindOf({ type, url }: Described): BundleFile['kind'] | undefined {
  const kind = KINDS.get(type)
  return kind === 'script' && typeof url === 'string' && url.endsWith('.map') ? 'map' : kind
}

function maxBytesOf(file: Described): number {
  return kindOf(file) === 'map' ? mapLimits.mapBytes : mapLimits.scriptBytes
}

/** Sources that are uploaded by themselves are left out: maps contain their texts. */
function toBundleFile(file: Described, read: BundleFile['read']): BundleFile | undefined {
  const kind = kindOf(file)
  if (!kind) return undefined
  const headers = isObject(file.headers) ? Object.entries(file.headers) : []
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const mapUrl = header('sourcemap')
  return {
    kind,
    url: typeof file.url === 'string' ? file.url.slice(0, 1_024) : '',
    debugId: parseDebugId(header('debug-id')),
    mapUrl: typeof mapUrl === 'string' ? mapUrl.slice(0, 1_024) : undefined,
    read,
  }
}
