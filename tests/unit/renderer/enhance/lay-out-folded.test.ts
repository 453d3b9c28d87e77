// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { layOutFolded } from '#renderer/enhance/lay-out-folded.ts'

/** A page with folded parts, which note when they are laid out, and times without work that the test gives. */
function open(parts: string) {
  document.body.innerHTML = `<main>${parts}</main><details><p id="outside"></p></details>`
  const laidOut: string[] = []
  for (const part of document.querySelectorAll('p')) {
    part.getBoundingClientRect = () => {
      laidOut.push(part.id)
      return new DOMRect()
    }
  }
  const waiting: (() => void)[] = []
  layOutFolded({ document, whenIdle: () => new Promise<void>((resolve) => waiting.push(resolve)) })
  return {
    laidOut,
    async beIdle(): Promise<void> {
      waiting.shift()?.()
      await Promise.resolve()
    },
  }
}

const folded = (id: string) => `<details><summary>${id}</summary><p id="${id}"></p></details>`

it('lays out one folded part of the page whenever the browser is idle', async () => {
  const { laidOut, beIdle } = open(
    `${folded('first')}<details open><summary></summary><p id="unfolded"></p></details>${folded('second')}`,
  )
  expect(laidOut).toEqual([])
  await beIdle()
  expect(laidOut).toEqual(['first'])
  await beIdle()
  expect(laidOut).toEqual(['first', 'second'])
  await beIdle()
  expect(laidOut).toEqual(['first', 'second'])
})

it('leaves a long list alone after its first twelve parts', async () => {
  const names = Array.from({ length: 20 }, (_, place) => `part-${place}`)
  const { laidOut, beIdle } = open(names.map(folded).join(''))
  for (let turn = 0; turn < 20; turn++) await beIdle()
  expect(laidOut).toEqual(names.slice(0, 12))
})

it('begins anew with each page, and not twice at the same time', async () => {
  const { laidOut, beIdle } = open(folded('first') + folded('second'))
  await beIdle()
  document.dispatchEvent(new CustomEvent('crumbtrail:shown'))
  await beIdle() // of the page before
  expect(laidOut).toEqual(['first'])
  await beIdle()
  await beIdle()
  expect(laidOut).toEqual(['first', 'first', 'second'])
})
