/**
 * Names of compiled languages with the class or module that they belong to, which their frames say nowhere else: Rust's
 * and C++'s paths, Swift's members. What changes with a build or by overloading is left out: arguments, types, template
 * parameters, closures' numbers, hashes. Every character is read a bounded number of times.
 */

const SUFFIX =
  /(?:::h[\da-f]{16}|\.(?:cold|isra|part|constprop|llvm)(?:\.\d{1,20}){0,2}|\s?\+\s?(?:0x)?[\da-f]{1,16})$/
const DROPPED_WORDS = new Set(['', 'const', 'volatile', '&', '&&', 'noexcept'])

/** `Order::pay` of `void Order::pay<int>(int) const`, `orders::create` of `orders::create::{{closure}}::h0123456789abcdef`. */
export function pathName(given: string): string {
  const name = given
    .replace(SUFFIX, '')
    .replace(SUFFIX, '')
    .replace(/^_(?=<)/, '')
  const all = withoutBrackets(name).split(' ')
  const words = all.includes('->') ? all.slice(0, all.indexOf('->')) : all
  // What C++ returns stands before, or behind an arrow, and qualifiers behind.
  const at = words.findLastIndex((word) => !DROPPED_WORDS.has(word))
  const isConversion = words[at - 1]?.endsWith('operator') === true
  const path = isConversion ? `${words[at - 1]} ${words[at]}` : (words[at] ?? '')
  return path
    .split('::')
    .filter((part) => part !== '' && !/^\$_\d+$/.test(part))
    .map((part) => part.replaceAll(INNER_SPACE, ' '))
    .join('::')
}

const WITNESS = 'protocol witness for '
const PLACED_IN =
  /^(?:\(\d{1,3}\) )?(?:closure|implicit closure|partial apply|reabstraction|suspend|await|defer|local|default|variable)\b/

/** `Order.pay` of `closure #1 in Shop.Order.pay(amount: Swift.Int) throws -> ()`, but for its module; undefined if it names no member. */
export function memberName(given: string): string | undefined {
  let name = given.replace(SUFFIX, '')
  if (name.startsWith(WITNESS)) name = name.slice(WITNESS.length).replace(/ in conformance .*/s, '')
  else if (PLACED_IN.test(name)) name = name.slice(lastIn(name))
  const plain = name
    .replace(/^\(extension in \w{1,100}\):/, '')
    .replace(/\((\w{1,100}) in _[\dA-F]{8,64}\)/, '$1')
  const member = withoutBrackets(plain)
    .split(' ')
    .find((word) => /^\w[^.]*\.[\w$]/.test(word))
  return member?.replace(/:$/, '')
}

function lastIn(name: string): number {
  const at = name.lastIndexOf(' in ')
  return at === -1 ? 0 : at + 4
}

const CLOSING = new Map([
  ['(', ')'],
  ['<', '>'],
  ['[', ']'],
  ['{', '}'],
  ['`', "'"],
])
/** Stands for a space within a type that is kept, so that it ends no word. */
const INNER_SPACE = '\u00a0'

const OPERATOR = 'operator'

interface Bracket {
  end: string
  /** Its content is a type that a path begins with. */
  isKept: boolean
}

/**
 * The text without what stands in brackets, but for the type that a path of Rust begins with:
 * `<shop::Order as Pay>::pay`. C++'s operators may be brackets themselves.
 */
function withoutBrackets(text: string): string {
  const kept: string[] = []
  const open: Bracket[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const last = open.at(-1)
    const isShown = last === undefined || last.isKept
    const operator = isShown && text.startsWith(OPERATOR, at - OPERATOR.length) ? operatorAt(text, at) : ''
    if (operator !== '') {
      kept.push(operator)
      at += operator.length - 1
      continue
    }
    const end = CLOSING.get(character)
    if (last !== undefined && character === last.end && text[at - 1] !== '-') {
      open.pop()
      if (last.isKept) kept.push(character)
    } else if (end !== undefined && (character !== '<' || isShown || last?.end === '>')) {
      const isKept = character === '<' && isShown && /^[ <]?$/.test(kept.at(-1) ?? '')
      open.push({ end, isKept })
      if (isKept) kept.push(character)
    } else if (isShown) kept.push(character === ' ' && open.length > 0 ? INNER_SPACE : character)
  }
  return kept.join('')
}

function operatorAt(text: string, at: number): string {
  return /^(?:\(\)|\[\]|[<>=!+*/%&|^~-]{1,3})/.exec(text.slice(at, at + 3))?.[0] ?? ''
}
