import type { ReadStream } from 'node:tty'
import type { CommandCall } from './command.ts'

const LONGEST_LINE = 4096

/** Returns the first line: the line break that a file or `echo` adds at the end is not part of a password. */
export async function readLine(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    if (text.includes('\n') || text.length > LONGEST_LINE) break
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}

const ENTER = new Set(['\r', '\n'])
/** Ctrl-C and Ctrl-D: a raw terminal sends them as text. */
const CANCEL = new Set(['\u0003', '\u0004'])
const BACKSPACE = new Set(['\u007f', '\b'])

type Terminal = Pick<ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>

/** Asks in a terminal without showing the typed text; undefined if there is no terminal. */
export function secretAsker(
  terminal: Terminal,
  out: { write(text: string): unknown },
): CommandCall['askSecret'] {
  if (!terminal.isTTY) return undefined
  return (question) =>
    new Promise((resolve) => {
      const decoder = new TextDecoder()
      let typed = ''
      function end(answer: string | undefined): void {
        terminal.off('data', take)
        terminal.setRawMode(false)
        terminal.pause()
        out.write('\n')
        resolve(answer)
      }
      function take(chunk: Uint8Array): void {
        for (const character of decoder.decode(chunk, { stream: true })) {
          const isCancelled = CANCEL.has(character)
          if (isCancelled || ENTER.has(character)) {
            end(isCancelled ? undefined : typed)
            return
          }
          typed = BACKSPACE.has(character) ? [...typed].slice(0, -1).join('') : typed + character
        }
      }
      out.write(question)
      terminal.setRawMode(true)
      terminal.on('data', take)
      terminal.resume()
    })
}
