import { beforeEach, describe, expect, it } from 'vitest'
import { defaultProjectSettings } from '#server/protocol/project-settings.ts'
import { openShopCli, type RunCommand } from '#tests/support/desk/shop-cli.ts'

let run: RunCommand

beforeEach(async () => {
  run = await openShopCli()
})

const filter = (...words: string[]) => run('project', 'filter', 'shop', ...words)
const scrub = (...words: string[]) => run('project', 'scrub', 'shop', ...words)

describe('project filter', () => {
  it('shows, sets and empties', async () => {
    expect(JSON.parse((await filter('--json')).output)).toEqual({
      project: 'shop',
      filters: defaultProjectSettings.filters,
    })
    await filter(
      '--enable',
      'localhost, web-crawlers',
      '--message',
      'Chunk*, x',
      '--message',
      'b',
      '--release',
      '1.*',
    )
    expect((await filter('--disable', 'localhost', '--release', '')).output.split('\n')).toEqual([
      'Project shop',
      '  browser-extensions  off',
      '  legacy-browsers     off',
      '  localhost           off',
      '  web-crawlers        on',
      '  message             Chunk*, x, b',
      '  release             (none)',
    ])
  })
})

describe('project scrub', () => {
  it('shows and sets', async () => {
    const set = await scrub('--enable', 'ip-addresses', '--name', 'tax*', '--exempt', 'session_id', '--json')
    expect(set.code).toBe(0)
    const scrubbing = {
      emailAddresses: false,
      ipAddresses: true,
      extraNames: ['tax*'],
      exemptNames: ['session_id'],
    }
    expect(JSON.parse(set.output)).toEqual({ project: 'shop', scrubbing })
    expect((await scrub()).output).toContain('ip-addresses     on')
  })
})

describe('what can not be done', () => {
  it.each([
    [['project', 'filter', 'bakery'], 1, 'Cannot filter the project: there is no project "bakery"'],
    [['project', 'scrub', 'bakery'], 1, 'Cannot scrub the project: there is no project "bakery"'],
    [
      ['project', 'filter', 'shop', '--enable', 'everything'],
      1,
      'Cannot filter the project: --enable "everything" is not one of browser-extensions, legacy-browsers, localhost, web-crawlers',
    ],
    [
      ['project', 'scrub', 'shop', '--enable', 'ip-addresses', '--disable', 'ip-addresses'],
      1,
      'Cannot scrub the project: "ip-addresses" is both enabled and disabled',
    ],
    [
      ['project', 'filter', 'shop', '--message', 'x'.repeat(257)],
      1,
      'Cannot filter the project: errorMessages.0: it is longer than 256 characters',
    ],
  ])('%.80j is said', async (words, code, output) => {
    expect(await run(...words)).toEqual({ code, output })
  })

  it('changes nothing', async () => {
    await filter('--enable', 'localhost,everything')
    expect(JSON.parse((await filter('--json')).output).filters).toEqual(defaultProjectSettings.filters)
    expect((await filter('--name', 'x')).code).toBe(2)
  })
})
