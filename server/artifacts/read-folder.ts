import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { mapLimits } from '#server/sourcemaps/map-limits.ts'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import type { BuildFolder } from './assemble-job.ts'
import { type Bundle, BundleError, type BundleFile } from './read-bundle.ts'
import { uploadLimits } from './upload-limits.ts'

const SCRIPT = /\.(?:js|mjs|cjs)$/

/** Lists the scripts of a build and their maps, by path, in a fixed order, without those of packages. */
async function listBuiltFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && (SCRIPT.test(entry.name) || /\.map$/.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(path, file).split(sep).includes('node_modules'))
  if (files.length > uploadLimits.entries)
    throw new BundleError(`the folder has more than ${uploadLimits.entries} scripts and maps`)
  return files.sort()
}

/** Hashes a build in its folder, so that the same build is registered once. */
export async function hashFolder(folder: BuildFolder, release: string | null, dist: string | null) {
  const hash = createHash('sha1').update(JSON.stringify([folder.urlPrefix, release, dist]))
  for (const file of await listBuiltFiles(folder.path)) {
    hash.update(`\0${urlOf(folder, file)}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/** Opens a folder as if its scripts and maps had been uploaded. */
export async function openFolder(folder: BuildFolder): Promise<Bundle> {
  const files: BundleFile[] = []
  for (const file of await listBuiltFiles(folder.path)) {
    const { size } = await stat(file)
    const most = SCRIPT.test(file) ? mapLimits.scriptBytes : mapLimits.mapBytes
    if (size > most) throw new BundleError(`${relative(folder.path, file)} is larger than ${most} bytes`)
    files.push(await (SCRIPT.test(file) ? toScript(folder, file) : toMap(folder, file)))
  }
  if (!files.some(({ kind }) => kind === 'map'))
    throw new BundleError('the folder has no source maps: let the build write them')
  return { files, close: () => undefined }
}

async function toScript(folder: BuildFolder, file: string): Promise<BundleFile> {
  const { debugIds, mapUrl } = readScriptComments(await readFile(file, 'utf8'))
  const ofItself = existsSync(`${file}.map`) ? `${file.slice(file.lastIndexOf(sep) + 1)}.map` : undefined
  return {
    kind: 'script',
    url: urlOf(folder, file),
    debugId: debugIds[0],
    mapUrl: ofItself ?? (mapUrl?.startsWith('data:') ? undefined : mapUrl),
    read: () => readFile(file),
  }
}

/** The id of a map is read from its own text, as that of an uploaded one is. */
async function toMap(folder: BuildFolder, file: string): Promise<BundleFile> {
  return {
    kind: 'map',
    url: urlOf(folder, file),
    debugId: undefined,
    mapUrl: undefined,
    read: () => readFile(file),
  }
}

function urlOf({ path, urlPrefix }: BuildFolder, file: string): string {
  return urlPrefix + relative(path, file).split(sep).join('/')
}
