import { expect, it } from 'vitest'
import { setUpSnippets } from '#renderer/views/project/set-up-snippets.ts'

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
    const initialising = files.filter(({ name }) => name !== 'app/global-error.jsx')
    for (const { code } of initialising) expect(code).toContain(`${quote}${DSN}${quote}`)
  }
})

it('tells Next.js’s error screen to show the digest and to report only what has none', () => {
  const next = setUpSnippets(DSN).find(({ platform }) => platform === 'Next.js')
  const screen = next?.files.find(({ name }) => name === 'app/global-error.jsx')
  expect(screen?.code).toContain('if (!error.digest) Sentry.captureException(error)')
  expect(screen?.code).toContain('<p>Digest: {error.digest}</p>')
  expect(next?.note).toContain('failed on the server')
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
