import { beforeEach, describe, expect, it } from 'vitest'
import { openShopCli, type RunCommand } from '#tests/support/desk/shop-cli.ts'

let run: RunCommand

beforeEach(async () => {
  run = await openShopCli()
})

const retention = (...words: string[]) => run('project', 'retention', 'shop', ...words)
const current = async () => JSON.parse((await retention('--json')).output) as unknown

describe('project retention', () => {
  it('shows, sets and takes back', async () => {
    expect((await retention()).output).toBe('Project shop keeps any number of events, forever')
    expect((await retention('--max-events', '50000', '--days', '90')).output).toBe(
      'Project shop keeps at most 50000 events, for 90 days',
    )
    expect((await retention('--days', 'default')).output).toBe(
      'Project shop keeps at most 50000 events, forever',
    )
    expect(await current()).toEqual({ project: 'shop', maxEvents: 50_000, days: null })
    await retention('--max-events', 'off')
    expect(await current()).toEqual({ project: 'shop', maxEvents: null, days: null })
  })

  it.each([
    [['--max-events', 'many'], '--max-events is "many", which is neither a number from 1 nor off'],
    [['--max-events', '0'], '--max-events is "0"'],
    [['--days', '0'], '--days is "0", which is neither a number from 1 to 3650 nor default'],
    [['--days', '3651'], '--days is "3651"'],
  ])('refuses %j', async (words, matter) => {
    const { code, output } = await retention(...words)
    expect(code).toBe(1)
    expect(output).toContain(`Cannot set the retention: ${matter}`)
    expect(await current()).toEqual({ project: 'shop', maxEvents: null, days: null })
  })

  it('refuses a project that is not there', async () => {
    expect(await run('project', 'retention', 'bakery')).toEqual({
      code: 1,
      output: 'Cannot set the retention: there is no project "bakery"',
    })
  })
})

describe('usage', () => {
  it('says that there is nothing', async () => {
    expect(await run('usage')).toEqual({ code: 0, output: 'Nothing is stored yet' })
    expect((await run('usage', '--json')).output).toBe('[]')
  })
})
