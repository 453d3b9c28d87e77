import type { SpanTone, Waterfall } from './waterfall.ts'

/** One drawing for each colour: a path of bars in a box of `MINIMAP.width` by `MINIMAP.height`. */
export interface Minimap {
  width: number
  height: number
  paths: { tone: SpanTone; d: string }[]
}

const BOX = { width: 1_000, height: 48, lanes: 16 }
const GAP = 1

/**
 * Draws the whole trace small. Rows share lanes by their place, and bars of one lane and colour that touch are one, so
 * that ten thousand spans are drawn as a few hundred.
 */
export function drawMinimap({ rows, durationUs }: Pick<Waterfall, 'rows' | 'durationUs'>): Minimap {
  const bars = rows.filter(({ kind }) => kind === 'span' || kind === 'error')
  const lanes = Math.max(1, Math.min(BOX.lanes, bars.length))
  const height = BOX.height / lanes
  const filled = new Map<SpanTone, Map<number, [from: number, to: number][]>>()
  for (const [place, { tone, startUs, durationUs: lengthUs }] of bars.entries()) {
    const lane = Math.floor((place / bars.length) * lanes)
    const from = clamp(Math.floor((startUs / durationUs) * BOX.width))
    const to = Math.max(from + 2, clamp(Math.ceil(((startUs + lengthUs) / durationUs) * BOX.width)))
    const ofTone = filled.get(tone) ?? new Map<number, [number, number][]>()
    filled.set(tone, ofTone)
    ofTone.set(lane, [
      ...(ofTone.get(lane) ?? []).filter((one) => !swallow(one, from, to)),
      merge(ofTone.get(lane), from, to),
    ])
  }
  const paths = [...filled].map(([tone, ofTone]) => ({
    tone,
    d: [...ofTone]
      .flatMap(([lane, ranges]) =>
        ranges.map(
          ([from, to]) =>
            `M${from} ${round(lane * height)}h${to - from}v${round(Math.max(1, height - GAP))}H${from}z`,
        ),
      )
      .join(''),
  }))
  return { width: BOX.width, height: BOX.height, paths }
}

function swallow([from, to]: [number, number], newFrom: number, newTo: number): boolean {
  return from <= newTo && to >= newFrom
}

function merge(ranges: readonly [number, number][] | undefined, from: number, to: number): [number, number] {
  let merged: [number, number] = [from, to]
  for (const range of ranges ?? []) {
    if (swallow(range, from, to)) merged = [Math.min(merged[0], range[0]), Math.max(merged[1], range[1])]
  }
  return merged
}

function clamp(x: number): number {
  return Math.min(BOX.width, Math.max(0, x))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
