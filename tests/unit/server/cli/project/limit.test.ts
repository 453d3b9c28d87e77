import { beforeEach, describe, expect, it } from 'vitest'
import { openShopCli, type RunCommand } from '#tests/support/desk/shop-cli.ts'

let run: RunCommand

beforeEach(async () => {
  run = await openShopCli()
})

const limit = (...words: string[]) => run('project', 'limit', 'shop', ...words)
const rulesOf = ({ output }: { output: string }) => (JSON.parse(output) as { rules: unknown[] }).rules

describe('project limit', () => {
  it('shows, sets, changes and lifts', async () => {
    expect((await limit()).output).toBe('Project shop has no limits')
    const set = await limit('--per-minute', '100', '--per-month', '50000', '--json')
    expect(rulesOf(set)).toEqual([
      { per: 'minute', quantity: 100, scope: 'project' },
      { per: 'month', quantity: 50_000, scope: 'project' },
    ])
    await limit('--per-minute', '10', '--category', 'error', '--each-key')
    expect((await limit('--per-minute', '200')).output.split('\n')).toEqual([
      'Project shop accepts at most',
      '  50000 items of all categories per month',
      '  10 items of category error per minute, for each key',
      '  200 items of all categories per minute',
    ])
    expect(rulesOf(await limit('--json'))).toHaveLength(3)
    expect((await limit('--off')).output).toBe('Project shop has no limits')
    expect(rulesOf(await limit('--json'))).toEqual([])
  })

  it.each([
    [['--per-minute', 'many'], '--per-minute is "many", which is not a number of items'],
    [['--per-hour', '-1'], ''],
    [['--category', 'cats', '--per-hour', '1'], 'category "cats" is not one of default, error,'],
    [['--category', 'error'], '--per-minute, --per-hour or --per-month is required'],
    [['--off', '--per-hour', '1'], '--off removes all limits and allows no other option'],
  ])('refuses %j', async (words, matter) => {
    const { code, output } = await limit(...words)
    expect(code).not.toBe(0)
    expect(output).toContain(matter)
    expect(output.split('\n')).toHaveLength(1)
    expect(rulesOf(await limit('--json'))).toEqual([])
  })

  it('refuses a project that is not there', async () => {
    expect(await run('project', 'limit', 'bakery')).toEqual({
      code: 1,
      output: 'Cannot limit the project: there is no project "bakery"',
    })
  })
})
