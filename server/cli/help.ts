import type { Command } from './command.ts'

const LINE_LENGTH = 80

export function usageOf({ words, argument, options }: Command): string {
  return [...words, argument, options].filter((part) => part !== undefined).join(' ')
}

/** Each command with its summary below, in lines of at most 80 characters. */
export function helpText(commands: readonly Command[]): string {
  return [
    'Usage: crumbtrail COMMAND [--json]',
    '',
    ...commands.flatMap((command) => [
      ...wrap(usageParts(command), '  ', '      '),
      ...wrap(command.summary.split(' '), '      ', '      '),
    ]),
    '',
    'help WORDS lists the commands that begin with these words, like "help token".',
    'Without a command, the desk starts. Commands also work while a desk runs on the',
    'same DATA_DIR.',
  ].join('\n')
}

/** An option stays in one line with its value. */
function usageParts(command: Command): string[] {
  return usageOf(command).match(/\[[^[\]]*\]\S*|\S+/g) ?? []
}

function wrap(parts: readonly string[], first: string, further: string): string[] {
  const lines: string[] = []
  let line = first
  for (const part of parts) {
    const isFirstOfLine = line.trim() === ''
    if (!isFirstOfLine && line.length + 1 + part.length > LINE_LENGTH) {
      lines.push(line)
      line = further + part
    } else {
      line += isFirstOfLine ? part : ` ${part}`
    }
  }
  return [...lines, line]
}
