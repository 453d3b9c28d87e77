import { type Node, Parser } from 'acorn'
import { mapLimits } from './map-limits.ts'

/** One function of a script, by offsets into its text. */
export interface ScriptFunction {
  start: number
  end: number
  /** Where its name is written: at itself, or at what it is assigned to. */
  nameAt: number | undefined
  /** Where the name of its class is written. */
  classNameAt: number | undefined
}

/** A node while it is read. What of it matters depends on its type. */
type ReadNode = Node & Record<string, unknown>

/**
 * Lists the functions of a script, or of a module; undefined if it cannot be parsed. The bodies are dropped once they are
 * read, so that a large script does not become a large tree.
 */
export function listFunctions(script: string): ScriptFunction[] | undefined {
  return parse(script, 'module') ?? parse(script, 'script')
}

function parse(script: string, sourceType: 'module' | 'script'): ScriptFunction[] | undefined {
  const functions: ScriptFunction[] = []
  try {
    Parser.extend(recording(functions)).parse(script, {
      ecmaVersion: 'latest',
      sourceType,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
    })
    return functions
  } catch {
    return undefined // a syntax error, or deeper than the stack
  }
}

/** A plugin of acorn, which tells it of each node that is complete: children before their parents. */
function recording(functions: ScriptFunction[]) {
  const byNode = new WeakMap<object, ScriptFunction>()
  const methodsByClass = new WeakMap<object, ScriptFunction[]>()
  const name = (value: unknown, nameNode: unknown) => {
    const at = offsetOf(nameNode)
    if (typeof value !== 'object' || value === null || at === undefined) return
    const named = byNode.get(value)
    if (named) named.nameAt ??= at
    for (const method of methodsByClass.get(value) ?? []) method.classNameAt ??= at
  }
  const readers: Record<string, (node: ReadNode) => void> = {
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
    VariableDeclarator: ({ id, init }) => name(init, id),
    AssignmentExpression: ({ left, right }) => name(right, left),
    AssignmentPattern: ({ left, right }) => name(right, left),
    Property: ({ key, value, computed }) => computed !== true && name(value, key),
    MethodDefinition: ({ key, value, computed }) => computed !== true && name(value, key),
    PropertyDefinition: ({ key, value, computed }) => computed !== true && name(value, key),
    BlockStatement(node) {
      node.body = []
    },
    ClassBody(node) {
      const members = (node.body as { value?: object }[]).flatMap(({ value }) => {
        const method = value && byNode.get(value)
        return method ? [method] : []
      })
      methodsByClass.set(node, members)
    },
    ClassDeclaration: addClass,
    ClassExpression: addClass,
  }

  function add(node: ReadNode): void {
    if (functions.length >= mapLimits.functions) return
    const read = { start: node.start, end: node.end, nameAt: offsetOf(node.id), classNameAt: undefined }
    functions.push(read)
    byNode.set(node, read)
  }

  function addClass(node: ReadNode): void {
    const methods = methodsByClass.get(node.body as object) ?? []
    methodsByClass.set(node, methods)
    name(node, node.id)
  }

  return (Base: typeof Parser) =>
    class extends (Base as unknown as new (
      ...given: never[]
    ) => { finishNode(...given: unknown[]): ReadNode }) {
      override finishNode(...given: unknown[]): ReadNode {
        const node = super.finishNode(...given)
        readers[node.type]?.(node)
        return node
      }
    } as unknown as typeof Parser // acorn's types leave out what its plugins override
}

/** Where a name is written: of an identifier, or the last part of `shop.cart.total`. */
function offsetOf(node: unknown): number | undefined {
  if (typeof node !== 'object' || node === null || !('type' in node)) return undefined
  const { type, start, property, computed } = node as ReadNode
  if (type === 'Identifier' || type === 'PrivateIdentifier') return start
  return type === 'MemberExpression' && computed !== true ? offsetOf(property) : undefined
}
