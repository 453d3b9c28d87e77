import { expect, it } from 'vitest'
import { setUpSnippets } from '../../../../renderer/ui/content/set-up-snippets.ts'

const DSN = 'https://0123456789abcdef0123456789abcdef@desk.example/7'

it('puts the DSN into each platform’s snippet', () => {
  const platforms = setUpSnippets(DSN)
  expect(platforms.map(({ platform }) => platform)).toEqual([
    'Node',
    'Browser, with React',
    'Next.js',
    'Python',
  ])
  for (const { files } of platforms) {
    for (const { code } of files) expect(code).toContain(`"${DSN}"`)
  }
})

it('keeps a strange DSN inside its string', () => {
  const [node] = setUpSnippets('x" }); alert(1) //')
  expect(node.files[0]?.code).toContain('dsn: "x\\" }); alert(1) //"')
})
