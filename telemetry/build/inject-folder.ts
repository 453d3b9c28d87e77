import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findDebugId, injectDebugId } from './inject-debug-id.ts'

/** What was done to the scripts of a folder, by path. */
export interface InjectedFolder {
  injected: string[]
  /** They had a debug id before. */
  known: string[]
  /** No map is beside them, or it is not one. */
  withoutMap: string[]
}

/** Writes debug ids into the scripts of a build and into the maps beside them; those that have one stay as they are. */
export async function injectFolder(path: string): Promise<InjectedFolder> {
  const done: InjectedFolder = { injected: [], known: [], withoutMap: [] }
  for (const file of await listScripts(path)) {
    const code = await readFile(file, 'utf8')
    if (!existsSync(`${file}.map`)) done.withoutMap.push(file)
    else if (findDebugId(code) !== undefined) done.known.push(file)
    else if (await inject(file, code)) done.injected.push(file)
    else done.withoutMap.push(file)
  }
  return done
}

async function inject(file: string, code: string): Promise<boolean> {
  const made = injectDebugId(code, await readFile(`${file}.map`, 'utf8'))
  if (made === undefined) return false
  // The map first: a script with an id whose map has none would be taken for done.
  await writeFile(`${file}.map`, made.map)
  await writeFile(file, made.code)
  return true
}

async function listScripts(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:js|mjs|cjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).includes('node_modules'))
    .sort()
}
