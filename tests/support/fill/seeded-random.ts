/** Numbers from 0 to below 1, the same ones for the same seed: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomHex(random: () => number, length: number): string {
  let text = ''
  while (text.length < length)
    text += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  return text.slice(0, length)
}
