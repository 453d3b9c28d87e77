import { expect, it } from 'vitest'
import { setUpSnippets } from '../../../../renderer/ui/content/set-up-snippets.ts'

const DSN = 'https://0123456789abcdef0123456789abcdef@desk.example/7'

it('puts the DSN into each platform’s snippet', () => {
  const platforms = setUpSnippets(DSN)
  expect(platforms.map(({ platform }) => platform)).toEqual([
    'Node',
    'Browser',
    'React',
    'Next.js',
    'Python',
    'Go',
    'PHP',
    'Ruby',
    'Java',
    '.NET',
    'curl',
  ])
  for (const { platform, files } of platforms) {
    const quote = platform === 'PHP' || platform === 'Ruby' ? "'" : '"'
    for (const { code } of files) expect(code).toContain(`${quote}${DSN}${quote}`)
  }
})

it('keeps a strange DSN inside its string', () => {
  const [node] = setUpSnippets('x" }); alert(1) //')
  expect(node.files[0]?.code).toContain('dsn: "x\\" }); alert(1) //"')
  const php = setUpSnippets("x'); evil('").find(({ platform }) => platform === 'PHP')
  expect(php?.files[0]?.code).toBe("\\Sentry\\init(['dsn' => 'x\\'); evil(\\'']);")
})

it('has no command for curl without a key', () => {
  expect(setUpSnippets('').at(-1)?.install).toContain('no active key')
})
