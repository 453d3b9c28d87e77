import type { Sample } from './corpus.ts'
import { mutateJson } from './mutate-json.ts'
import type { Dice } from './random.ts'

/** A sample that is broken in one to three ways, in its bytes or in what it says. */
export function mutate(sample: Sample, dice: Dice): Sample {
  let { body } = sample
  for (let changes = 1 + dice.below(3); changes > 0; changes--) {
    // A dump has no lines.
    const isOfBytes = sample.format === 'minidump' || dice.oneIn(5)
    body = isOfBytes ? mutateBytes(body, dice) : mutateLines(body, sample.format, dice)
  }
  return { ...sample, body }
}

type Bytes = Uint8Array<ArrayBuffer>

function mutateBytes(body: Bytes, dice: Dice): Bytes {
  const at = dice.below(body.length + 1)
  const end = Math.min(body.length, at + 1 + dice.below(80))
  switch (dice.below(7)) {
    case 0: {
      const flipped = new Uint8Array(body)
      for (let bits = 1 + dice.below(8); bits > 0; bits--) {
        const place = dice.below(flipped.length)
        flipped[place] = (flipped[place] ?? 0) ^ (1 << dice.below(8))
      }
      return flipped
    }
    case 1:
      return body.slice(0, at)
    case 2:
      return joined(body.subarray(0, at), body.subarray(end))
    case 3:
      return joined(body.subarray(0, end), body.subarray(at, end), body.subarray(end))
    case 4: {
      const noise = Uint8Array.from({ length: 1 + dice.below(16) }, () => dice.below(256))
      return joined(body.subarray(0, at), noise, body.subarray(at))
    }
    case 5:
      return joined(
        body.subarray(0, at),
        Buffer.from(dice.pick(['\n', '\n\n', '\0', '{', '"', '\\', '\r\n'])),
        body.subarray(at),
      )
    default:
      return joined(body.subarray(at), body.subarray(0, at))
  }
}

function joined(...parts: Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts))
}

/** Of an envelope, one of its headers or payloads; of other formats all, if it is JSON. */
function mutateLines(body: Bytes, format: Sample['format'], dice: Dice): Bytes {
  const text = Buffer.from(body).toString('latin1')
  if (format !== 'envelope') return latin1(mutateJson(text, dice))
  const lines = text.split('\n')
  const index = dice.below(lines.length)
  const line = lines[index] ?? ''
  switch (dice.below(14)) {
    case 0:
      lines.splice(index, 1)
      break
    case 1:
      lines.splice(index, 0, line)
      break
    case 2: {
      const other = dice.below(lines.length)
      lines[index] = lines[other] ?? ''
      lines[other] = line
      break
    }
    case 3:
    case 4: {
      const header = lines.findIndex((each, place) => place >= index && each.startsWith('{"type"'))
      if (header > 0) lines[header] = lyingHeader(lines[header] ?? '', (lines[header + 1] ?? '').length, dice)
      break
    }
    default:
      lines[index] = mutateJson(line, dice)
  }
  return latin1(lines.join('\n'))
}

const TYPES = [
  ...['event', 'transaction', 'span', 'log', 'otel_log', 'trace_metric', 'session', 'sessions', 'feedback'],
  ...[
    'user_report',
    'check_in',
    'client_report',
    'attachment',
    'security',
    'profile',
    '__proto__',
    '',
    '\0',
    'événement',
  ],
]

/** It says another length, type or number of items than there is. */
function lyingHeader(header: string, length: number, dice: Dice): string {
  const number = () =>
    dice.pick([length, length + 1, length - 1, 0, -1, 1.5, 1e9, 2 ** 53, '"5"', 'null', '1e999', '[]'])
  const name = dice.pick(['length', 'item_count', 'type', 'type', 'filename'])
  const value = name === 'type' ? JSON.stringify(dice.pick(TYPES)) : number()
  const open = header.indexOf('{') + 1
  // The last of two counts: at the end it lies, at the beginning it is without effect.
  return dice.oneIn(6)
    ? `${header.slice(0, open)}"${name}":${value},${header.slice(open)}`
    : `${header.slice(0, header.lastIndexOf('}'))},"${name}":${value}}`
}

function latin1(text: string): Bytes {
  // What mutations wrote beyond one byte a character is sent as UTF-8.
  const isBytes = !/[^\0-\xff]/.test(text)
  return new Uint8Array(Buffer.from(text, isBytes ? 'latin1' : 'utf8'))
}
