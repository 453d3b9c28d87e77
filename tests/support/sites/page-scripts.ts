import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const dist = join(repositoryRoot, 'dist')
const assets = join(dist, 'client', 'assets')

export interface BuiltFile {
  /** As its address has it, below `/assets/`. */
  name: string
  text: string
}

/** Every script that a page's document loads, itself and what it imports; not what is loaded later, if ever. */
export function listPageScripts(entry: string): BuiltFile[] {
  const files = new Map<string, BuiltFile>()
  const add = (name: string): void => {
    if (files.has(name)) return
    const file = { name, text: readAsset(name) }
    files.set(name, file)
    for (const imported of importsOf(file.text)) add(imported)
  }
  for (const name of ['entry-client-routing', 'renderer/_client', entry]) add(findEntry(name))
  return [...files.values()].sort((a, b) => b.text.length - a.text.length)
}

export function readAsset(name: string): string {
  return readFileSync(join(assets, name), 'utf8')
}

export function hasAsset(name: string): boolean {
  return existsSync(join(assets, name))
}

/** The scripts that a page loads once it is idle, or for a control that is used; not those of other pages. */
export function listLaterScripts(entry: string): BuiltFile[] {
  const first = listPageScripts(entry)
  const files = new Map<string, BuiltFile>()
  const add = (name: string): void => {
    if (files.has(name) || first.some((file) => file.name === name)) return
    const file = { name, text: readAsset(name) }
    files.set(name, file)
    for (const imported of [...importsOf(file.text), ...laterImportsOf(file.text)]) add(imported)
  }
  for (const { text } of first) for (const imported of laterImportsOf(text)) add(imported)
  return [...files.values()].sort((a, b) => b.text.length - a.text.length)
}

/** Styles and fonts are the same for every page. */
export function listStatic(extension: string): { name: string; content: Buffer }[] {
  return readdirSync(join(assets, 'static'))
    .filter((name) => name.endsWith(extension))
    .map((name) => ({ name: `static/${name}`, content: readFileSync(join(assets, 'static', name)) }))
}

/** By Vike's manifest, which says which is which. */
function findEntry(name: string): string {
  const manifest = JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as Record<string, BuiltEntry>
  const found = Object.values(manifest).find((built) => built.name === `entries/${name}`)
  if (found === undefined) throw new Error(`Cannot find entry ${name}: the build's manifest has none`)
  return posix.relative('assets', found.file)
}

/** As Vite writes it. */
interface BuiltEntry {
  name?: string
  file: string
}

/** All scripts are in one folder. */
function importsOf(code: string): string[] {
  return parseAst(code).body.flatMap((node) =>
    'source' in node && node.source != null ? [posix.normalize(node.source.value)] : [],
  )
}

/** What `import()` loads, apart from pages. */
function laterImportsOf(code: string): string[] {
  return Array.from(
    code.matchAll(/\bimport\([`"']\.\/(chunk\.[\w.-]{1,40})[`"']\)/g),
    ([, name = '']) => name,
  )
}
