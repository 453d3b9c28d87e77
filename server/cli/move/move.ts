import type { Command, CommandCall, CommandResult } from '#server/cli/command.ts'
import { withoutPassword } from '#server/store/move/moved.ts'
import { refusalOf } from './refusal.ts'

export const moveCommand: Command = {
  words: ['move'],
  argument: '[URL]',
  options: '[--from URL] [--finish] [--forget]',
  flags: ['from', 'finish', 'forget'],
  summary:
    'copy the desk to an empty PostgreSQL database, or from one, while it runs; --finish completes, checks and switches, with the desk stopped; --forget lets the old desk start again',
  run: runMove,
}

const ADDRESS = /^postgres(?:ql)?:\/\//

async function runMove(call: CommandCall): Promise<CommandResult> {
  const { argument, flags } = call
  const { from, finish = false, forget = false } = flags
  const url = from ?? argument
  const refuse = (message: string) => ({ refusal: `Cannot move the desk: ${message}` })
  if (argument !== '' && from !== undefined) return refuse('name one database, either to move to or from')
  if (url !== '' && !ADDRESS.test(url)) return refuse('the address of a database begins with postgres://')
  if (finish && forget) return refuse('--finish and --forget exclude each other')
  if (forget && argument !== '')
    return refuse('--forget takes the desk in DATA_DIR, or a database with --from')
  if (url === '' && !forget) return refuse('name the database: "move postgres://USER@HOST/NAME"')
  // The driver and the engine of the other database are loaded only here: no other command needs both.
  const { moveTo, moveFrom, forgetMove } = await import('./run-move.ts')
  try {
    if (forget) return await forgetMove(call, from)
    return from === undefined ? await moveTo(call, url, finish) : await moveFrom(call, url, finish)
  } catch (error) {
    const place = url === '' ? call.config.dataDir : withoutPassword(url)
    return { refusal: refusalOf(error, `${from === undefined ? 'to' : 'from'} ${place}`) }
  }
}
