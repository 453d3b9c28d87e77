import { describe, expect, it } from 'vitest'
import { parseOwnerRules } from '#server/processing/owners/parse-rules.ts'

describe('ownership rules', () => {
  it('are lines with a kind, a pattern and owners; comments and empty lines are left out', () => {
    const { rules, faults } = parseOwnerRules(
      [
        '# who has what',
        'path:src/billing/* #Billing Ada@Example.com',
        '',
        '  url:https://shop.example/checkout* #web',
        'tags.area:payments #pay\r',
        'module:com.example.* #x',
        'path:"src/old shop/*" #web',
        'src/plain/* #web',
      ].join('\n'),
    )
    expect(faults).toEqual([])
    expect(rules.map(({ line, text, owners }) => [line, text, owners])).toEqual([
      [2, 'path:src/billing/*', ['#billing', 'ada@example.com']],
      [4, 'url:https://shop.example/checkout*', ['#web']],
      [5, 'tags.area:payments', ['#pay']],
      [6, 'module:com.example.*', ['#x']],
      [7, 'path:"src/old shop/*"', ['#web']],
      [8, 'path:src/plain/*', ['#web']],
    ])
  })

  it.each([
    ['path:src/*', 'it names no owner: add an address or a #team'],
    ['path: #web', 'path: has no pattern'],
    ['file:src/* #web', '"file" is not one of path, url, module and tags.<name>'],
    ['tags.:x #web', '"tags." is not one of path, url, module and tags.<name>'],
    ['path:src/* web', '"web" is neither an address nor a #team'],
    ['path:"src/* #web', 'the quote is not closed'],
    ['path:src/* #', '"#" is neither an address nor a #team'],
  ])('say what is wrong with %s', (line, message) => {
    expect(parseOwnerRules(`\n${line}`)).toEqual({ rules: [], faults: [{ line: 2, message }] })
  })
})
