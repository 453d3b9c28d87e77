/** A part of a function's name: the offset at which an identifier is written, or a text. */
export type NamePart = number | string

interface NamingNode {
  type: string
  start: number
  object?: unknown
  property?: unknown
  computed?: boolean
  value?: unknown
}

/** A chain of properties is named by its last ones. */
const MOST_LINKS = 6

/**
 * What is written in `cart`, `shop.cart.total`, `this.total`, `Cart.prototype[42]` or `Cart.prototype[name]`. Of what has no
 * name only the properties count: `.total` in `carts().total`. Undefined without a name.
 */
export function nameParts(node: unknown): NamePart[] | undefined {
  const links: NamePart[][] = []
  let at = node
  while (isNode(at) && at.type === 'MemberExpression' && links.length < MOST_LINKS) {
    const link = at.computed === true ? inBrackets(at.property) : afterDot(at.property)
    if (link === undefined) return undefined
    links.unshift(link)
    at = at.object
  }
  const root = rootParts(at)
  if (root !== undefined) return [root, ...links.flat()]
  const [first, ...others] = links
  return first?.[0] === '.' ? [...first.slice(1), ...others.flat()] : undefined
}

/** The name of a property by its key; undefined if only running the script tells it, or if it is a number. */
export function keyParts(key: unknown, isComputed: boolean): NamePart[] | undefined {
  if (!isNode(key)) return undefined
  if (key.type === 'Literal') return isName(key.value) ? [key.value] : undefined
  return isComputed ? undefined : afterDot(key)?.slice(1)
}

function rootParts(node: unknown): NamePart | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'ThisExpression') return 'this'
  return node.type === 'Identifier' ? node.start : undefined
}

function afterDot(node: unknown): NamePart[] | undefined {
  const isNamed = isNode(node) && (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
  return isNamed ? ['.', node.start] : undefined
}

function inBrackets(node: unknown): NamePart[] | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return ['[', node.start, ']']
  if (node.type !== 'Literal') return undefined
  if (isName(node.value)) return ['.', node.value]
  return typeof node.value === 'number' ? [`[${node.value}]`] : undefined
}

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]{0,255}$/u

/** Other texts are no names: webpack's modules are properties called `./src/cart.ts`. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value)
}

function isNode(value: unknown): value is NamingNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
