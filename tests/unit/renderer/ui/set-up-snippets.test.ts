import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { setUpSnippets } from '#renderer/views/project/set-up/set-up-snippets.ts'

const DSN = 'https://0123456789abcdef0123456789abcdef@desk.example/7'
const platforms = setUpSnippets(DSN)
const withFiles = platforms.filter(({ files }) => files.length > 0)
const scripts = withFiles
  .filter(({ install }) => /^np[mx] /.test(install))
  .flatMap(({ platform, files, test }) =>
    [...files, ...(test ? [test] : [])].map((file) => ({ platform, ...file })),
  )
  .filter(({ name }) => name !== 'In a terminal' && !name.endsWith('.astro'))

it('has the platforms that are asked for most', () => {
  expect(platforms.map(({ platform }) => platform)).toEqual([
    ...['Node', 'Browser', 'React', 'Next.js', 'Nuxt', 'SvelteKit', 'Astro', 'React Router', 'Expo'],
    ...['Python', 'Go', 'PHP', 'Ruby', 'Java', '.NET', 'curl'],
  ])
})

describe.each(withFiles)('the snippet of $platform', ({ platform, files, test }) => {
  const code = files.map((file) => file.code).join('\n')

  it('has the project’s DSN wherever it starts the SDK, in the quotes of the rest', () => {
    const quote = ['Go', 'Java', '.NET'].includes(platform) ? '"' : "'"
    expect(code).toContain(`${quote}${DSN}${quote}`)
    if (quote === "'") expect(code.replaceAll(/lang="en"/g, '')).not.toContain('"')
    expect(code).not.toMatch(/dsn[:,]? *…|dsn,/)
  })

  it('has a release, an environment, traces and logs', () => {
    expect(code).toMatch(/release\W+(\(|=>|=|:)?\s*['"]my-app@1\.0\.0['"]|Release.*"my-app@1\.0\.0"/)
    expect(code).toMatch(/production/)
    expect(code).toMatch(/traces_?sample_?rate/i)
    expect(code).toMatch(/enable_?logs|getLogs\(\)\.setEnabled/i)
  })

  it('has a line to throw, which names it', () => {
    expect(test?.code).toContain(`Test from ${platform === 'Browser' ? 'the browser' : platform}`)
  })
})

it.each(scripts)('$name of $platform is a script that can be read', ({ code }) => {
  expect(parseSync('snippet.tsx', code).errors).toEqual([])
})

it('tells Next.js’s error screen to show the digest and to report only what has none', () => {
  const next = platforms.find(({ platform }) => platform === 'Next.js')
  const screen = next?.files.find(({ name }) => name === 'app/global-error.jsx')
  expect(screen?.code).toContain('if (!error.digest) Sentry.captureException(error)')
  expect(screen?.code).toContain('<p>Digest: {error.digest}</p>')
  expect(next?.note).toContain('failed on the server')
})

it('keeps a strange DSN inside its string', () => {
  const strange = setUpSnippets("x'); evil('")
  const codeOf = (name: string) => strange.find(({ platform }) => platform === name)?.files[0]?.code
  expect(codeOf('Node')).toContain("dsn: 'x\\'); evil(\\'',")
  expect(codeOf('PHP')).toContain("'dsn' => 'x\\'); evil(\\'',")
  expect(setUpSnippets('x"); evil("').find(({ platform }) => platform === 'Go')?.files[0]?.code).toContain(
    '"x\\"); evil(\\"",',
  )
})

it('tests itself with curl, and has no command without a key', () => {
  expect(platforms.at(-1)?.install).toContain('https://desk.example/api/7/store/?sentry_key=0123')
  expect(setUpSnippets('').at(-1)?.install).toContain('no active key')
})
