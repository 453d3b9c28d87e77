import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

type Node = { type: string; [key: string]: unknown }

/** Attributes, and props of our components, that a reader sees or hears. */
const SAID = new Set([
  ...['title', 'label', 'alt', 'placeholder', 'text', 'intro', 'note', 'hint', 'says', 'way', 'what'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
])
/** Two letters, one of them small: `K7Q2MX` is a code, `x` a variable's name, `/home/ada` a path. */
const WORD = /^(?!\/).*(\p{L}\p{Ll}|\p{Ll}\p{L})/su

/** What a file's markup says in words of its own, and the sentences by which it refuses a form. */
export function proseOf(path: string, source = readFileSync(join(repositoryRoot, path), 'utf8')): string[] {
  const { program } = parseSync(path, source)
  const found: string[] = []

  /** The texts of an expression that become what is shown: not those it compares, calls with, or looks up by. */
  function shownTexts(value: unknown): string[] {
    if (!isNode(value)) return []
    switch (value.type) {
      case 'JSXText':
        return [String(value.value)]
      case 'Literal':
        return typeof value.value === 'string' ? [value.value] : []
      case 'TemplateLiteral':
        return childrenOf(value.quasis).map(({ value: text }) => cookedOf(text))
      case 'JSXExpressionContainer':
        return shownTexts(value.expression)
      case 'ConditionalExpression':
        return [...shownTexts(value.consequent), ...shownTexts(value.alternate)]
      case 'LogicalExpression':
      case 'BinaryExpression':
        return isShown(value.operator) ? [...shownTexts(value.left), ...shownTexts(value.right)] : []
      default:
        return []
    }
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      found.push(...childrenOf(value.children).flatMap(shownTexts))
    } else if (value.type === 'JSXAttribute' && SAID.has(nameOf(value.name))) {
      found.push(...shownTexts(value.value))
    } else if (value.type === 'CallExpression' && nameOf(value.callee) === 'refused') {
      found.push(...childrenOf(value.arguments).slice(0, 1).flatMap(shownTexts))
    }
    for (const child of Object.values(value)) visit(child)
  }

  visit(program)
  return found.map((text) => text.trim()).filter((text) => WORD.test(text))
}

/** `+` writes, `&&` and `||` choose; what is compared is not shown. */
function isShown(operator: unknown): boolean {
  return operator === '+' || operator === '&&' || operator === '||' || operator === '??'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function childrenOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function nameOf(value: unknown): string {
  return isNode(value) && typeof value.name === 'string' ? value.name : ''
}

function cookedOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}
