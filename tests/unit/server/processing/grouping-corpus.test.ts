import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { classes } from '#tests/fixtures/grouping/classes.ts'
import type { Family, SentEvent } from '#tests/fixtures/grouping/events.ts'
import { fingerprints } from '#tests/fixtures/grouping/fingerprints.ts'
import { browsers, nodes } from '#tests/fixtures/grouping/javascript.ts'
import { jvmAndDotnet } from '#tests/fixtures/grouping/jvm-dotnet.ts'
import { messages } from '#tests/fixtures/grouping/messages.ts'
import { others } from '#tests/fixtures/grouping/others.ts'
import { python } from '#tests/fixtures/grouping/python.ts'
import { sentByNode } from '#tests/fixtures/grouping/sent-by-node.ts'
import { processBody } from '#tests/support/store/process-body.ts'

const corpus: Record<string, Family[]> = {
  messages,
  fingerprints,
  'browsers and bundlers': browsers,
  node: nodes,
  'sent by real SDKs for Node': sentByNode,
  python,
  'JVM and .NET': jvmAndDotnet,
  others,
  classes,
}

const families = Object.values(corpus).flat()

/** By the latest version and by version 1, through the whole of processing, as an SDK would have sent it. */
function processedKeysOf(event: SentEvent) {
  const { events } = processBody(
    undefined,
    `{}\n{"type":"event"}\n${JSON.stringify({ event_id: 'a'.repeat(32), ...event })}\n`,
  )
  if (!events[0]) throw new Error(`Cannot group the event: it was left out: ${JSON.stringify(event)}`)
  const { key, formerKey = key } = events[0].grouping
  return { key, formerKey }
}

const known = new Map<SentEvent, ReturnType<typeof processedKeysOf>>()

function keysOf(event: SentEvent) {
  const keys = known.get(event) ?? processedKeysOf(event)
  known.set(event, keys)
  return keys
}

/** Each two of a family, and whether they became one issue. */
function judge(family: Family, version: 'key' | 'formerKey' = 'key') {
  const keys = ('same' in family ? family.same : family.different).map((event) => keysOf(event)[version])
  const pairs = keys.flatMap((key, index) => keys.slice(index + 1).map((other) => key === other))
  const joined = pairs.filter(Boolean).length
  return { pairs: pairs.length, joined, isRight: joined === ('same' in family ? pairs.length : 0) }
}

function inWords({ precision, recall }: { precision: number; recall: number }): string {
  return `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`
}

describe.each(Object.entries(corpus))('%s', (_name, group) => {
  it.each(group.map((family) => ({ ...family, isHard: family.isHard === true })))(
    '$reason',
    ({ isHard, ...family }) => {
      // A hard one that succeeds is to be marked so no longer.
      expect(judge(family).isRight).toBe(!isHard)
    },
  )
})

describe('the corpus', () => {
  const measure = (judged: ReturnType<typeof judge>[], ofFamilies: Family[]) => {
    const sum = (kind: 'same' | 'different', name: 'pairs' | 'joined') =>
      judged.reduce((total, each, place) => total + (kind in (ofFamilies[place] ?? {}) ? each[name] : 0), 0)
    const joined = sum('same', 'joined')
    const precision = joined / (joined + sum('different', 'joined'))
    return { precision, recall: joined / sum('same', 'pairs') }
  }
  const judged = families.map((family) => judge(family))
  const { precision, recall } = measure(judged, families)
  const different = families.filter((family) => 'different' in family)

  it('has enough of both kinds, each for a reason of its own', () => {
    expect(families.length).toBeGreaterThanOrEqual(120)
    expect(different.length).toBeGreaterThan(30)
    for (const { pairs } of judged) expect(pairs).toBeGreaterThan(0)
  })

  it('is grouped with precision and recall', () => {
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  it('is grouped with the figures that the guide states, and better than by version 1', () => {
    const former = families.map((family) => judge(family, 'formerKey'))
    const guide = readFileSync('docs/filters-and-scrubbing.md', 'utf8').replace(/\s+/g, ' ')
    expect(guide).toContain(inWords({ precision, recall }))
    expect(guide).toContain(inWords(measure(former, families)))
  })

  it.each(Object.entries(corpus).filter(([name]) => name !== 'classes'))(
    'is grouped as by version 1 in what version 1 was made for: %s',
    (_name, group) => {
      for (const family of group) expect(judge(family)).toEqual(judge(family, 'formerKey'))
    },
  )

  afterAll(() => {
    const hard = families.filter(({ isHard }) => isHard).length
    console.info(
      `grouping: ${families.length} families, ${judged.reduce((sum, { pairs }) => sum + pairs, 0)} pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${hard} hard`,
    )
  })
})
