import { Transform } from 'node:stream'

const end = '</body>'

/**
 * Passes a document through and, if something broke after the stream began, ends it with the error screen: the status
 * has already been sent, so the page itself must say what happened.
 */
export function endWithFailure(screen: () => string | undefined): Transform {
  let held = '' // In latin1 each character is one byte, so text that is cut within a character stays intact.
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

/** Finds the closing tag, or its possible beginning at the end of the chunk. */
function startOfEnd(text: string): number {
  const whole = text.lastIndexOf(end)
  if (whole !== -1) return whole
  for (let length = Math.min(end.length - 1, text.length); length > 0; length--) {
    if (end.startsWith(text.slice(-length))) return text.length - length
  }
  return text.length
}
