import { afterAll, describe, expect, it } from 'vitest'
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
}

const families = Object.values(corpus).flat()

/** Through the whole of processing, as an SDK would have sent it. */
function keyOf(event: SentEvent): string {
  const { events } = processBody(
    undefined,
    `{}\n{"type":"event"}\n${JSON.stringify({ event_id: 'a'.repeat(32), ...event })}\n`,
  )
  if (!events[0]) throw new Error(`Cannot group the event: it was left out: ${JSON.stringify(event)}`)
  return events[0].grouping.key
}

/** Each two of a family, and whether they became one issue. */
function judge(family: Family) {
  const keys = ('same' in family ? family.same : family.different).map(keyOf)
  const pairs = keys.flatMap((key, index) => keys.slice(index + 1).map((other) => key === other))
  const joined = pairs.filter(Boolean).length
  return { pairs: pairs.length, joined, isRight: joined === ('same' in family ? pairs.length : 0) }
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
  const judged = families.map((family) => ({ family, ...judge(family) }))
  const sum = (of: typeof judged, name: 'pairs' | 'joined') =>
    of.reduce((total, each) => total + each[name], 0)
  const same = judged.filter(({ family }) => 'same' in family)
  const different = judged.filter(({ family }) => 'different' in family)
  const precision = sum(same, 'joined') / (sum(same, 'joined') + sum(different, 'joined'))
  const recall = sum(same, 'joined') / sum(same, 'pairs')

  it('has enough of both kinds, each for a reason of its own', () => {
    expect(families.length).toBeGreaterThanOrEqual(120)
    expect(different.length).toBeGreaterThan(30)
    for (const { pairs } of judged) expect(pairs).toBeGreaterThan(0)
  })

  it('is grouped with precision and recall', () => {
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  afterAll(() => {
    const hard = families.filter(({ isHard }) => isHard).length
    console.info(
      `grouping: ${families.length} families, ${sum(judged, 'pairs')} pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${hard} hard`,
    )
  })
})
