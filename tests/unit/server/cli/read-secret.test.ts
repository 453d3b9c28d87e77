import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { secretAsker } from '#server/cli/read-secret.ts'

function openTerminal() {
  const modes: boolean[] = []
  const printed: string[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (isRaw: boolean) => {
      modes.push(isRaw)
      return terminal
    },
  })
  // what of a terminal is used
  const terminal = input as unknown as Parameters<typeof secretAsker>[0] & { setRawMode: never }
  return { input, modes, printed, ask: secretAsker(terminal, { write: (text) => printed.push(text) }) }
}

it('reads a line of which nothing is shown, with what was taken back', async () => {
  const { input, modes, printed, ask } = openTerminal()
  const answer = ask?.('New password: ')
  input.write('correctt\u007f hörse')
  input.write('\r')
  expect(await answer).toBe('correct hörse')
  expect(printed).toEqual(['New password: ', '\n'])
  expect(modes).toEqual([true, false])
})

it.each(['\u0003', '\u0004'])('gives nothing when it is cancelled by %j', async (key) => {
  const { input, modes, ask } = openTerminal()
  const answer = ask?.('New password: ')
  input.write(`half${key}`)
  expect(await answer).toBeUndefined()
  expect(modes).toEqual([true, false])
})

it('asks nobody where there is no terminal', () => {
  const { input } = openTerminal()
  // as above
  const pipe = Object.assign(input, { isTTY: false }) as unknown as Parameters<typeof secretAsker>[0]
  expect(secretAsker(pipe, { write: () => true })).toBeUndefined()
})
