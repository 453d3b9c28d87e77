import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { databaseFile } from '#server/config/data-dir.ts'
import { placeEmptyDatabase } from '#tests/support/store/sqlite/empty-database.ts'

export type RunCommand = (...words: string[]) => Promise<{ code: number; output: string }>

/** Runs commands on data of their own, in which there is a project `shop`. The data goes with the test. */
export async function openShopCli(): Promise<RunCommand> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crumbtrail-cli-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const run: RunCommand = async (...words) => {
    const lines: string[] = []
    const say = (line: string) => lines.push(line)
    const config = parseConfig({ DATA_DIR: dataDir, PORT: '0' }, { release: '1' })
    const code = await runCli(words, { config, out: say, err: say })
    return { code, output: lines.join('\n') }
  }
  await placeEmptyDatabase(databaseFile(dataDir))
  await run('project', 'add', 'Shop')
  return run
}
