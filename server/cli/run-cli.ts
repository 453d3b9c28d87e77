import { parseArgs } from 'node:util'
import { type Random, systemRandom } from '#server/accounts/secrets.ts'
import type { Config } from '#server/config/config.ts'
import { type Command, type CommandCall, FLAGS, type Flags } from './command.ts'
import { commands } from './commands.ts'
import { helpText, usageOf } from './help.ts'
import { secretAsker } from './read-secret.ts'

export interface CliOptions {
  config: Config
  out?: (line: string) => void
  err?: (line: string) => void
  /** Read only if a command's option says so: an open pipe that never ends must not hang the other commands. */
  stdin?: AsyncIterable<Uint8Array | string>
  askSecret?: CommandCall['askSecret']
  clock?: () => number
  random?: Random
}

const EXIT_REFUSED = 1
const EXIT_MISUSED = 2

/** Runs one command and resolves with the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function runCli(argv: string[], options: CliOptions): Promise<number> {
  const { config, out = console.log, err = console.error, stdin = process.stdin } = options
  const { clock = Date.now, random = systemRandom } = options
  const { askSecret = secretAsker(process.stdin, process.stderr) } = options
  const parsed = parseCommandLine(argv)
  if ('message' in parsed) {
    err(`Cannot run the command: ${parsed.message}. "help" lists all commands`)
    return EXIT_MISUSED
  }
  if (parsed.isHelp) {
    out(helpText(parsed.commands))
    return 0
  }
  const { command, argument, flags } = parsed
  const result = await command.run({ argument, flags, config, stdin, askSecret, say: err, clock, random })
  if ('refusal' in result) {
    err(result.refusal)
    return EXIT_REFUSED
  }
  out(flags.json ? JSON.stringify(result.json) : result.text)
  return result.isFailure ? EXIT_REFUSED : 0
}

type CommandLine =
  | { isHelp: true; commands: Command[] }
  | { isHelp: false; command: Command; argument: string; flags: Flags }
  | { message: string }

function parseCommandLine(argv: string[]): CommandLine {
  let parsed: ReturnType<typeof parseFlags>
  try {
    parsed = parseFlags(argv)
  } catch (error) {
    // Node's sentences say how to write the option; the first one says what is wrong.
    return { message: error instanceof Error ? (error.message.split(/\.\s/)[0] ?? '') : String(error) }
  }
  const { values: flags, positionals } = parsed
  if (flags.help || positionals.length === 0 || positionals[0] === 'help') return helpFor(positionals)
  const command = commands.find(({ words }) => words.every((word, index) => positionals[index] === word))
  if (!command) return { message: `there is no command "${positionals.join(' ')}"` }
  const rest = positionals.slice(command.words.length)
  const expected = command.argument?.split(' ').length ?? 0
  const required = command.argument?.startsWith('[') ? 0 : expected
  const usage = `usage: "${usageOf(command)}"`
  if (rest.length < required)
    return { message: `${command.argument?.split(' ')[rest.length]} is missing; ${usage}` }
  if (rest.length > expected) return { message: `"${rest[expected]}" is one argument too many; ${usage}` }
  const foreign = Object.keys(flags).find((flag) => flag !== 'json' && !command.flags.includes(flag))
  if (foreign) return { message: `--${foreign} is not an option of this command; ${usage}` }
  return { isHelp: false, command, argument: rest.join(' '), flags }
}

/** `help`, `help token` and `token add --help` show the commands that begin with these words. */
function helpFor(positionals: string[]): CommandLine {
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals
  const asked = commands.filter((command) =>
    words.every((word, index) => index >= command.words.length || command.words[index] === word),
  )
  if (asked.length > 0) return { isHelp: true, commands: asked }
  return { message: `there is no command "${words.join(' ')}"` }
}

function parseFlags(argv: string[]) {
  return parseArgs({ args: argv, options: FLAGS, allowPositionals: true })
}
