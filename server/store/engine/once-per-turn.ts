/**
 * Asks once in a turn of the event loop: what the turn works on had arrived before, so nobody who asks in it can know of
 * anything later.
 */
export function oncePerTurn<Value>(ask: () => Value): () => Value {
  let answer: { value: Value } | undefined
  const forget = () => {
    answer = undefined
  }
  return () => {
    if (answer === undefined) {
      answer = { value: ask() }
      setImmediate(forget)
    }
    return answer.value
  }
}
