import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'

/**
 * `npm test`: runs the tests, and the checks of the sources beside them. Neither waits for the other, since a change that
 * fails both should say so at once. Arguments are for vitest.
 */
const files = process.argv.slice(2).map((argument) => JSON.stringify(argument))
/** Chooses which tests have their turn. Files that are asked for need none. */
const seed = process.env.CRUMBTRAIL_TEST_SEED ?? (files.length === 0 ? String(randomInt(1_000)) : undefined)
const tests = run(
  ['vitest run --config tests/vitest.config.ts', ...files].join(' '),
  'inherit',
  seed === undefined ? {} : { CRUMBTRAIL_TEST_SEED: seed },
)
// tsc's garbage is a quarter of its work, and there is room for it
const checks = run('npm run -s check', 'pipe', { GOGC: '400' }).then((check) => {
  process.stdout.write(check.output)
  return check
})
const codes = (await Promise.all([checks, tests])).map(({ code }) => code)
if (seed !== undefined) console.log(`To run the same tests again: CRUMBTRAIL_TEST_SEED=${seed} npm test`)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** What the checks print comes as one piece: the tests are printing meanwhile. */
function run(
  command: string,
  stdio: 'inherit' | 'pipe',
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, {
    shell: true,
    stdio: ['inherit', stdio, stdio],
    env: { ...process.env, ...env },
  })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: Buffer.concat(pieces).toString() }))
  })
}
