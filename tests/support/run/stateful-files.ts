import { globSync, readFileSync } from 'node:fs'

/** What a test changes of the thread that it runs in: its environment, its timers, its globals. */
const marks = [
  /@vitest-environment/,
  /\bvi\.(?:mock|reset|set|spy|stub|use)/,
  /\bprocess\.(?:chdir|env|on)\b/,
  /\bglobalThis\.\w+ = /,
  /\(globalThis, /,
]

/** Lists the unit tests that need a thread of their own; the others share a few processes, with the modules that they import. */
export function listStatefulFiles(root: string): string[] {
  return globSync('tests/unit/**/*.test.{ts,tsx}', { cwd: root })
    .filter((file) => {
      const source = readFileSync(`${root}/${file}`, 'utf8')
      return marks.some((mark) => mark.test(source))
    })
    .sort()
}
