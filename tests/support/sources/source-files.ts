import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

export interface SourceImport {
  from: string
  /** Relative to the repository for our own files; the bare name otherwise. */
  to: string
  /** Whether only types cross: such an import is gone when the code runs. */
  isType: boolean
}

type Node = { type: string; [key: string]: unknown }

/** Every source file below a folder of the repository. */
export function listSources(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path))
}

/** What a file imports, exports from elsewhere, imports on demand and names in types: parsed, not searched. */
export function importsOf(path: string): SourceImport[] {
  return statementsOf(path).map(({ request, isType }) => ({
    from: path,
    to: resolved(path, request),
    isType,
  }))
}

/** The same as they are written. */
export function requestsOf(path: string): string[] {
  return statementsOf(path).map(({ request }) => request)
}

type Statement = { request: string; isType: boolean }

const statementsByPath = new Map<string, Statement[]>()

/** Parsed once, however many ask. */
function statementsOf(path: string): Statement[] {
  const known = statementsByPath.get(path) ?? parseStatements(path)
  statementsByPath.set(path, known)
  return known
}

function parseStatements(path: string): Statement[] {
  const source = readFileSync(join(repositoryRoot, path), 'utf8')
  const { module, program } = parseSync(path, source)
  const imports = module.staticImports.map((statement) => ({
    request: statement.moduleRequest.value,
    isType: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
  }))
  const exports = module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ request: entry.moduleRequest.value, isType: entry.isType }] : [],
    ),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => ({
    request: source.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    isType: false,
  }))
  const types = source.includes('import(') ? importTypesIn(program) : []
  return [...imports, ...exports, ...dynamic, ...types]
}

/** What is imported in a type: `typeof import('./page.ts')`. */
function importTypesIn(value: unknown): Statement[] {
  if (Array.isArray(value)) return value.flatMap(importTypesIn)
  if (typeof value !== 'object' || value === null) return []
  const { source } = value as { source?: { value?: unknown } | null } // of whichever node this is
  const request = 'type' in value && value.type === 'TSImportType' ? source?.value : undefined
  const inside = Object.values(value).flatMap(importTypesIn)
  return typeof request === 'string' ? [{ request, isType: true }, ...inside] : inside
}

/** Our own files from the root of the repository; `#server/` and its like are package.json's `imports`. */
function resolved(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1)
  if (!request.startsWith('.')) return request
  return relative(repositoryRoot, join(repositoryRoot, dirname(from), request))
}

/** The members read off a global, as in `process.env`: by syntax, so that comments and strings do not count. */
export function readsMember(path: string, object: string, property: string): boolean {
  const source = readFileSync(join(repositoryRoot, path), 'utf8')
  if (!source.includes(object) || !source.includes(property)) return false
  const { program } = parseSync(path, source)
  return some(program, (node) => isMember(node, object, property))
}

function isMember(node: Node, object: string, property: string): boolean {
  if (node.type === 'MemberExpression')
    return isNamed(node.object, object) && isNamed(node.property, property)
  // const { env } = process
  if (node.type !== 'VariableDeclarator' || !isNamed(node.init, object)) return false
  return some(node.id, (part) => part.type === 'Property' && isNamed(part.key, property))
}

function isNamed(node: unknown, name: string): boolean {
  return typeof node === 'object' && node !== null && 'name' in node && node.name === name
}

function some(value: unknown, matches: (node: Node) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => some(item, matches))
  if (typeof value !== 'object' || value === null) return false
  if ('type' in value && matches(value as Node)) return true
  return Object.values(value).some((child) => some(child, matches))
}
