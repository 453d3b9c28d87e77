import { readFileSync } from 'node:fs'
import { type LoadFnOutput, registerHooks } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/experimental'
import { bundledName, findBundle } from '#tests/support/bundle/bundled-script.ts'

/**
 * Node reads our TypeScript itself. This makes what it cannot read readable, in the thread that imports it: JSX, what a
 * page has from Vite, and the threads that tests start, which come from the run's bundle.
 */
const root = join(import.meta.dirname, '../../..')
const registered = Symbol.for('crumbtrail:native-sources')

if (!(registered in process)) {
  Object.defineProperty(process, registered, { value: true })
  registerHooks({ load: (url, context, next) => loadSource(url) ?? next(url, context) })
}

function loadSource(url: string): LoadFnOutput | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined
  const path = fileURLToPath(url.replace(/[?#].*/, ''))
  if (path.endsWith('.module.css'))
    return asModule('export default new Proxy({}, { get: (_, name) => name })')
  if (path.endsWith('.css')) return asModule('')
  if (path.endsWith('.svg')) return asModule(`export default ${JSON.stringify(`/${relative(root, path)}`)}`)
  if (path.endsWith('.tsx')) return asModule(compileJsx(path, placeSource(path)))
  if (!path.endsWith('.ts')) return undefined
  return { format: 'module-typescript', source: placeSource(path), shortCircuit: true }
}

function asModule(source: string): LoadFnOutput {
  return { format: 'module', source, shortCircuit: true }
}

function compileJsx(path: string, source: string): string {
  const { code, map, errors } = transformSync(path, source, { lang: 'tsx', sourcemap: true })
  if (errors[0] !== undefined) throw errors[0]
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
}

/** Each line stays where it is. */
function placeSource(path: string): string {
  return placeThreads(readFileSync(path, 'utf8'), path).replaceAll(
    'import.meta.env.SSR',
    String(!('document' in globalThis)),
  )
}

/** Most of what a thread does in a test is finding hundreds of modules. */
function placeThreads(source: string, path: string): string {
  const folder = findBundle()
  if (folder === undefined) return source
  return source.replaceAll(
    /new URL\('(\.[^']+-(?:worker|preparer)\.ts)', import\.meta\.url\)/g,
    (_, thread: string) => {
      const name = bundledName(relative(root, join(dirname(path), thread)))
      return `new URL(${JSON.stringify(`file://${folder}/${name}`)})`
    },
  )
}
