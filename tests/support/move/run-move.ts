import { runCli } from '#server/cli/run-cli.ts'
import { parseConfig } from '#server/config/config.ts'
import { DAY_START } from '#tests/support/seeded-day/day.ts'

/** Runs a command as if by itself. What it says while it works is left out. */
export async function runIn(dataDir: string, ...words: string[]) {
  return runWith({ DATA_DIR: dataDir }, ...words)
}

export async function runWith(env: Record<string, string>, ...words: string[]) {
  const out: string[] = []
  const err: string[] = []
  const config = parseConfig(env, { release: '1' })
  const code = await runCli(words, {
    config,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    clock: () => DAY_START,
  })
  return { code, output: out.join('\n'), refusal: err.at(-1) ?? '' }
}
