import { describe, expect, it } from 'vitest'
import { pages } from '#renderer/layout/pages.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'

/** What has a stream, a function for a route or hooks of its own is left to Vike. */
const withoutShell: readonly string[] = ['/playground']
const withShell = Object.keys(pages)
  .filter((route) => !withoutShell.includes(route))
  .map((route) => `/pages${route}`)
  .sort()

describe('at boot', () => {
  it('pages get their shells, said in one line, without a warning', async () => {
    const output = await outputOf({ NODE_DEBUG: 'crumbtrail' })
    const lines = output.split('\n').filter((line) => line.includes('served from shells'))
    expect(lines).toHaveLength(1)
    const [, count, names = ''] = /: (\d+) pages are served from shells: (.*)$/.exec(lines[0] ?? '') ?? []
    expect(names.split(', ').sort()).toEqual(withShell)
    expect(count).toBe(String(withShell.length))
    expect(output).not.toMatch(/warn|cannot|error/i)
  })

  it('nothing is logged about them by default', async () => {
    expect(await outputOf({})).not.toContain('shell')
  })

  it('no shell is made when they are switched off', async () => {
    expect(await outputOf({ PAGE_SHELLS: 'off', NODE_DEBUG: 'crumbtrail' })).not.toContain('shell')
  })
})

async function outputOf(env: Record<string, string>): Promise<string> {
  const desk = await startTestDesk({ env })
  await desk.stop()
  return desk.output()
}
