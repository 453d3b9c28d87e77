import { scaleLinear, scaleUtc } from 'd3-scale'
import { formatClock, formatDay } from '#renderer/format/format.ts'
import { DAY_MS } from '#renderer/format/time-units.ts'
import type { TimeBuckets } from './time-buckets.ts'
import type { ChartZone } from './time-zone.ts'

// This runs on the server, where a page's data is loaded. d3 must not reach the browser.

/** The drawing area of every chart in the units of its `viewBox`. It is stretched to the available space. */
export const PLOT = { width: 1000, height: 100 }

const VALUE_TICKS = 3
const TIME_TICKS = 6

export interface ValueTick {
  /** Percent of the height, from the top. */
  y: number
  text: string
  /** The line of zero, where values are on both sides of it. */
  isZero?: true
}

export interface TimeTick {
  /** Percent of the width. */
  x: number
  time: number
  text: string
}

export interface ValueAxis {
  yTicks: ValueTick[]
  /** Percent of the height, from the top. */
  yOf: (value: number) => number
}

interface AxisOptions {
  format: (value: number) => string
  /** Omits ticks between whole numbers. */
  isWhole?: boolean
}

/** Has zero and round numbers that no value exceeds, below zero only where values are. */
export function valueAxis(values: readonly number[], { format, isWhole = false }: AxisOptions): ValueAxis {
  const finite = values.filter(Number.isFinite)
  const lowest = finite.reduce((least, value) => Math.min(least, value), 0)
  const highest = finite.reduce((most, value) => Math.max(most, value), 0)
  const isFlat = lowest === 0 && highest === 0
  const scale = scaleLinear()
    .domain([lowest, isFlat ? 1 : highest])
    .nice(VALUE_TICKS)
    .range([PLOT.height, 0])
  const yTicks = scale
    .ticks(VALUE_TICKS)
    .filter((value) => !isWhole || Number.isInteger(value))
    .map((value) => ({
      ...{ y: rounded(scale(value)), text: format(value) },
      ...(value === 0 && lowest < 0 && { isZero: true as const }),
    }))
  return { yTicks, yOf: (value) => rounded(scale(value)) }
}

/** Places ticks at round times in the reader's zone. The end is not a part of the period, and often yet to come. */
export function timeTicks({ start, end }: Pick<TimeBuckets, 'start' | 'end'>, zone: ChartZone): TimeTick[] {
  const shift = zone.offsetAt(start)
  const scale = scaleUtc([start + shift, end + shift], [0, 100])
  const walls = scale.ticks(TIME_TICKS).map((local) => local.getTime())
  return walls
    .filter((wall) => wall < end + shift)
    .map((wall) => {
      const text = wall % DAY_MS === 0 ? formatDay(wall) : formatClock(wall)
      return { x: rounded(scale(wall)), time: wall - shift, text }
    })
}

/** Percent of the width. */
export function xOf({ start, end }: Pick<TimeBuckets, 'start' | 'end'>, time: number): number {
  return rounded(((time - start) / (end - start)) * 100)
}

/** One decimal is exact enough for any screen and short to send. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
