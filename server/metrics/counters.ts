import type { MetricFamily, Sample } from './text-format.ts'

type Labels = Readonly<Record<string, string>>

/** Counts by labels from the start of the process on: Prometheus knows that counters begin anew. */
export function createCounter(name: string, help: string) {
  const samples = new Map<string, { labels: Labels; value: number }>()
  return {
    add(labels: Labels, quantity = 1): void {
      const key = Object.values(labels).join('\0') // a counter's labels have the same names each time
      const known = samples.get(key)
      if (known) known.value += quantity
      else samples.set(key, { labels, value: quantity })
    },
    family: (): MetricFamily => ({ name, help, type: 'counter', samples: [...samples.values()] }),
  }
}

/** Counts values by upper bounds, which must ascend. */
export function createHistogram(name: string, help: string, bounds: readonly number[]) {
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(value: number): void {
      const index = bounds.findIndex((bound) => value <= bound)
      const bucket = index === -1 ? bounds.length : index
      counts[bucket] = (counts[bucket] ?? 0) + 1
      sum += value
    },
    family(): MetricFamily {
      let count = 0
      const buckets = counts.map((quantity, index): Sample => {
        count += quantity
        const bound = bounds[index]
        const le = bound === undefined ? '+Inf' : String(bound)
        return { suffix: '_bucket', labels: { le }, value: count } // each holds those below it, too
      })
      const totals: Sample[] = [
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ]
      return { name, help, type: 'histogram', samples: [...buckets, ...totals] }
    },
  }
}

export function gauge(name: string, help: string, value: number): MetricFamily {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
