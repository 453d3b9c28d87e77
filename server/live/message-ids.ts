/** Names messages, so that a page that comes back hears whether it has missed any. */
export interface MessageIds {
  /** Names what has been sent so far. */
  last(): string
  /** Names a message with all that has come until now. */
  next(): { id: string; noteSent(): void }
  /** Notes that something came while nobody listened. */
  noteUntold(): void
  /** Says whether anything came after the message with this id; true in doubt. */
  hasMissed(after: string): boolean
}

/** Counts the messages of one process. `bootId` tells them from those of the process before. */
export function createCountedIds(bootId: string): MessageIds {
  let count = 0
  let sent = 0
  let isUntold = false
  const idOf = (number: number) => `${bootId}-${number}`

  /** Updates that came while nobody listened have no message; the next number stands for them. */
  function last(): string {
    if (isUntold) sent = ++count
    isUntold = false
    return idOf(sent)
  }

  return {
    last,
    next() {
      const number = ++count
      const noteSent = () => {
        sent = Math.max(sent, number)
      }
      return { id: idOf(number), noteSent }
    },
    noteUntold() {
      isUntold = true
    },
    hasMissed: (after) => after !== last(),
  }
}
