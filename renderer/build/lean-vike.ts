import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

const assertModule = /\/vike\/dist\/utils\/assert\.js$/

const failing = (name: string) => `function ${name}(condition) {
  if (!condition) throw new Error('Cannot go on in Vike: the stack leads to the check that failed, the development server shows its text')
}`
const silent = (name: string) => `function ${name}() {}`

/** What stands in for each export of Vike's assertions in the browser, where nobody reads their texts. */
const standIns: Record<string, string> = {
  assert: failing('assert'),
  assertUsage: failing('assertUsage'),
  assertWarning: silent('assertWarning'),
  assertInfo: silent('assertInfo'),
  getProjectError: 'function getProjectError(message) { return new Error(message) }',
  getDebugInfoStr: silent('getDebugInfoStr'),
  isVikeBug: silent('isVikeBug'),
  setAssertOnBeforeLog: silent('setAssertOnBeforeLog'),
  setAssertOnBeforeErr: silent('setAssertOnBeforeErr'),
  setAssertAlwaysShowStackTrace: silent('setAssertAlwaysShowStackTrace'),
  setAssertAddAssertTagsDev: silent('setAssertAddAssertTagsDev'),
}

/**
 * Leaves out of the built pages what Vike has in them for developers: checks of itself and of how it is used,
 * warnings, and all texts of these. They are 6 of its 24 kB; `npm run dev` has them all.
 */
export function leanVike(): Plugin {
  let hasFound = false
  return {
    name: 'crumbtrail:lean-vike',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform(code, id) {
      const [path = id] = id.split('?', 1)
      if (!path.includes('/vike/dist/') || !path.endsWith('.js')) return undefined
      if (!assertModule.test(path)) return { code: withoutAssertions(code), map: null }
      hasFound = true
      return { code: standInFor(code), map: { mappings: '' } }
    },
    buildEnd(error) {
      if (error === undefined && !hasFound) {
        this.error('Cannot make Vike lean: no module of its client is called utils/assert.js any more')
      }
    },
  }
}

/** Throws where Vike's module has come to export what is not known here: an upgrade is to be looked at. */
export function standInFor(code: string): string {
  const exported = parseAst(code).body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return []
    return node.specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value))
  })
  const unknown = exported.filter((name) => !Object.hasOwn(standIns, name))
  if (unknown.length > 0 || exported.length === 0) {
    throw new Error(
      `Cannot make Vike lean: its utils/assert.js exports ${unknown.join(', ') || 'nothing'}; give it a stand-in`,
    )
  }
  return `${exported.map((name) => standIns[name]).join('\n')}\nexport { ${exported.join(', ')} }\n`
}

/** What is left out leaves blanks behind, so that positions, and with them the source map, stay. */
export function withoutAssertions(code: string): string {
  const characters = code.split('')
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at++) if (characters[at] !== '\n') characters[at] = ' '
  }
  new Visitor({
    ExpressionStatement({ expression: call, start, end }) {
      if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return
      const [condition] = call.arguments
      switch (call.callee.name) {
        case 'assert':
        case 'assertUsage':
          if (!isFalse(condition)) break
          // Nobody gets past it: it ends redirects that go round in a circle, among others.
          return blank(condition.end, call.end - 1)
        case 'assertWarning':
        case 'assertInfo':
          break
        default:
          return
      }
      blank(start, end)
      characters[start] = ';' // it may be all that stands after an `if`
    },
  }).visit(parseAst(code))
  return characters.join('')
}

function isFalse(node: ESTree.Argument | undefined): node is ESTree.BooleanLiteral {
  return node?.type === 'Literal' && node.value === false
}
