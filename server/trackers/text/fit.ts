import { cutBytes } from '#server/alerts/channels/text/cut.ts'
import type { IssueText } from './issue-text.ts'

/**
 * Leaves out of a text what is too much for what is written with it: outer calls first, then the end of the message, then
 * the end of the title.
 */
export function fitText(text: IssueText, write: (text: IssueText) => string, mostBytes: number): string {
  const isShort = (shorter: IssueText) => Buffer.byteLength(write(shorter)) <= mostBytes
  let fitting = text
  while (!isShort(fitting) && fitting.frames.length > 1) {
    fitting = { ...fitting, frames: fitting.frames.slice(0, -1) }
  }
  // A byte of text is up to nine in an address: an escape for HTML is then written in per cent.
  for (let room = 2_000; !isShort(fitting) && room >= 50; room = Math.floor(room / 2)) {
    fitting = { ...fitting, message: cutBytes(fitting.message, room) }
  }
  for (let room = 200; !isShort(fitting) && room >= 25; room = Math.floor(room / 2)) {
    fitting = { ...fitting, frames: [], facts: [], title: cutBytes(fitting.title, room) }
  }
  return write(fitting)
}
