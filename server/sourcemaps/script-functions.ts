import { type Node, Parser } from 'acorn'
import { mapLimits } from './map-limits.ts'
import { keyParts, type NamePart, nameParts } from './name-parts.ts'

/** One function of a script, or one class, by offsets into its text. */
export interface ScriptFunction {
  start: number
  end: number
  /** Its own name, or what it is assigned to: `shop.cart.total`. Empty if it has none. */
  name: NamePart[]
  /** True for a class and for its constructor: fields are set while it is constructed. */
  isClass: boolean
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
  const names = createNames()
  const nameByKey = ({ key, value, computed }: ReadNode) => names.add(value, keyParts(key, computed === true))
  const readers: Record<string, (node: ReadNode) => void> = {
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: addClass,
    ClassExpression: addClass,
    VariableDeclarator: ({ id, init }) => names.add(init, nameParts(id)),
    AssignmentExpression: ({ left, right }) => names.add(right, nameParts(left)),
    AssignmentPattern: ({ left, right }) => names.add(right, nameParts(left)),
    Property: nameByKey,
    PropertyDefinition: nameByKey,
    MethodDefinition(node) {
      if (node.kind === 'constructor') names.markConstructor(node.value)
      else nameByKey(node)
    },
    ObjectExpression: (node) => names.join(node, (node.properties as ReadNode[]).map(toValue)),
    ClassBody: (node) => names.join(node, (node.body as ReadNode[]).map(toValue)),
    BlockStatement(node) {
      node.body = []
    },
  }

  function record({ start, end }: ReadNode, isClass: boolean): ScriptFunction {
    const read = { start, end, name: [], isClass }
    if (functions.length < mapLimits.functions) functions.push(read)
    return read
  }

  function addFunction(node: ReadNode): void {
    names.put(node, [record(node, false)])
    if (node.id) names.settle(node, nameParts(node.id))
  }

  function addClass(node: ReadNode): void {
    names.join(node, [node.body])
    names.put(node, [record(node, true)])
    if (node.id) names.settle(node, nameParts(node.id))
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

function toValue({ value }: ReadNode): unknown {
  return value
}

/** Longer names get no more parts, so that nesting costs no more than its length. */
const MOST_PARTS = 16

/**
 * Names functions while their script is read. A function is named after the variable or property that holds it. The object of a
 * property is known later, so that its name is put before the name of the property: first `total`, then `cart.total`.
 */
function createNames() {
  /** The functions that get the name of a node, by node. */
  const waiting = new WeakMap<object, ScriptFunction[]>()
  const of = (node: unknown) => (isNode(node) ? (waiting.get(node) ?? []) : [])

  function put(node: object, functions: ScriptFunction[]): void {
    waiting.set(node, [...of(node), ...functions])
  }

  function add(node: unknown, parts: NamePart[] | undefined): void {
    if (parts === undefined && isNode(node)) waiting.delete(node)
    if (parts === undefined) return
    for (const one of of(node)) one.name = one.name.length === 0 ? parts : [...parts, '.', ...one.name]
  }

  return {
    put,
    add,
    /** Gives its own name to a node, which nothing around it changes. */
    settle(node: object, parts: NamePart[] | undefined): void {
      add(node, parts)
      waiting.delete(node)
    },
    /** A name that is given to a node is given to these parts of it, too. */
    join(node: object, parts: unknown[]): void {
      put(
        node,
        parts.flatMap((part) => of(part).filter(({ name }) => name.length < MOST_PARTS)),
      )
    },
    markConstructor(node: unknown): void {
      for (const one of of(node)) one.isClass = true
    },
  }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
