import { Transform } from 'node:stream'

const end = '</body>'

/**
 * Passes a document through and, where something broke after the stream began, ends it with the error
 * screen: the status is long sent, so the page itself has to say what happened.
 */
export function endWithFailure(screen: () => string | undefined): Transform {
  let held = '' // latin1: each character is one byte, so text cut within a character stays whole
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = held + chunk.toString('latin1')
      const start = startOfEnd(text)
      held = text.slice(start)
      done(null, Buffer.from(text.slice(0, start), 'latin1'))
    },
    flush(done) {
      done(null, Buffer.concat([Buffer.from(screen() ?? ''), Buffer.from(held, 'latin1')]))
    },
  })
}

/** Where the closing tag stands, or may stand once the next chunk is here. */
function startOfEnd(text: string): number {
  const whole = text.lastIndexOf(end)
  if (whole !== -1) return whole
  for (let length = Math.min(end.length - 1, text.length); length > 0; length--) {
    if (end.startsWith(text.slice(-length))) return text.length - length
  }
  return text.length
}
