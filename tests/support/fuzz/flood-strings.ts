import { adversarialText, FRAGMENTS } from './adversarial-texts.ts'
import { SAMPLE_COUNT, type Sample, sampleOf } from './corpus.ts'
import { createDice, type Dice } from './random.ts'

/** Beyond it most texts are cut before anything reads them; a payload with one of it stays below its limit. */
const ONE_TEXT_CHARS = 40_000
/** For each of all texts of a payload. */
const EACH_TEXT_CHARS = 1_500

/** A sample's lines as JSON, where they are JSON, and the places of all texts in them. */
interface Lines {
  lines: unknown[]
  places: { holder: Record<string, unknown>; key: string }[]
}

/**
 * Puts each adversarial text into each place of each sample that holds a text, one place after the other as `number`
 * counts up; every fifth case fills all places of its sample at once.
 */
export function floodedSample(number: number, seed: number): Sample {
  const dice = createDice(seed + number)
  const sample = sampleOf(number)
  if (sample.hints?.contentType === 'application/x-protobuf') return sample
  const { lines, places } = readLines(sample)
  if (places.length === 0) return sample
  const turn = Math.floor(number / SAMPLE_COUNT)
  const fragment = FRAGMENTS[Math.floor(turn / places.length) % FRAGMENTS.length] ?? ''
  const chosen = turn % 5 === 4 ? places : [places[turn % places.length]]
  const chars = chosen.length > 1 ? EACH_TEXT_CHARS : ONE_TEXT_CHARS
  for (const place of chosen) {
    if (place) place.holder[place.key] = textFor(fragment, chars, dice)
  }
  return { ...sample, body: writeLines(lines, sample) }
}

/** Half of them as long as they may be, the others of any length. */
function textFor(fragment: string, chars: number, dice: Dice): string {
  return adversarialText(fragment, dice.oneIn(2) ? chars : 1 + dice.below(chars), dice)
}

function readLines({ body, format }: Sample): Lines {
  const text = Buffer.from(body).toString('utf8')
  const lines = (format === 'envelope' ? text.split('\n') : [text]).map(parse)
  const places: Lines['places'] = []
  for (const line of lines) collectPlaces(line, places)
  return { lines, places }
}

/** The type of an item says which parser reads it: it stays. */
function collectPlaces(value: unknown, places: Lines['places']): void {
  if (typeof value !== 'object' || value === null) return
  const holder = value as Record<string, unknown> // a list's keys are its indexes
  for (const key of Object.keys(holder)) {
    const member = holder[key]
    if (typeof member === 'string' && !(key === 'type' && 'length' in holder)) places.push({ holder, key })
    else collectPlaces(member, places)
  }
}

/** Item headers tell the length that their payload has now. */
function writeLines(lines: unknown[], { format }: Sample): Uint8Array<ArrayBuffer> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  if (format === 'envelope') {
    for (const [index, line] of lines.entries()) {
      const payload = texts[index + 1]
      if (!hasLength(line) || payload === undefined) continue
      texts[index] = JSON.stringify({ ...line, length: Buffer.byteLength(payload) })
    }
  }
  return new Uint8Array(Buffer.from(texts.join('\n')))
}

function hasLength(line: unknown): line is { length: number } {
  return typeof line === 'object' && line !== null && 'length' in line
}

/** What is no JSON is given back as it is. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}
