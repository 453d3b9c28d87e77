/** Bytes that differ from place to place, so that parts in a wrong order show. */
export function bytesOf(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = size + 1
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    bytes[at] = state >>> 24
  }
  return bytes
}
