const NAMELESS =
  /^(?:<*anonymous>*|\?|<+|<.*>|\{closure.*|\{lambda.*|\{main\}|lambda.*|eval|(?:module|global|eval) code|<?main>?|glob\.|func\d+)$/i

/**
 * The last part of a function's name, in any language's and engine's spelling: `Object.charge`, `async charge`,
 * `Cart.charge [as pay]`, `(*Cart).charge`, `Shop\Cart::charge`, `Void Charge(Int32)`. Empty for one without a name.
 */
export function stableFunctionName(given: string): string {
  const moved = /^(?:.*[.+])?<(\w+)>(?:d__\d+|b__[\d_]+)?(?:\.MoveNext)?(?:\(.*)?$/s.exec(given) // .NET's async methods and lambdas
  if (moved?.[1])
    return NAMELESS.test(`<${moved[1]}>`) && /^(?:module|lambda|\w*comp|genexpr|anonymous)$/.test(moved[1])
      ? ''
      : moved[1]
  const name = given
    .replace(/ \[as [^[\]]*\]$/, '')
    .replace(/\(\*?(\w+)\)\./g, '$1.') // Go's receivers
    .replace(/(?:\.func\d+(?:\.\d+)*){1,9}(?:[·-].*)?$/s, '') // Go's closures belong to who has them
    .replace(/\{closure[^{}]*\}/, '{closure}')
    .replace(/^(?:block|rescue|ensure)(?: \(\d+ levels?\))? in /, '') // Ruby
  if (NAMELESS.test(name)) return ''
  const plain = name.replace(/[([+].*/s, '').replace(/(?:<[^<>]*>|`\d+){1,9}$/, '')
  const last = plain.split(/[.\s:/\\#]/).at(-1) ?? ''
  return NAMELESS.test(last) ? '' : last.replace(/\$\d+$|^lambda\$(\w+)\$\d+$/, '$1')
}

/** What a minifier called it: another name after the next build. */
export function isMinified(name: string): boolean {
  return name.length <= 2
}
