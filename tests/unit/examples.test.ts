import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeTimeoutMs } from '#server/process/shutdown.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
const compose = read('docs/examples/compose.yaml')
const chart = read('docs/examples/helm/templates/desks.yaml')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> } // our own

/** What the pattern's one group matches, each time. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)

it('the image of the examples starts the desk as npm does, but without npm', () => {
  const [command = '[]'] = all(compose, /CMD (\[.+\])/g)
  expect((JSON.parse(command) as string[]).join(' ')).toBe(scripts.start)
})

it('the image has pages that a start does not build again', () => {
  expect(compose).toContain('npm run build')
  // Vike's own command does not write down what it built.
  expect(scripts.build).toBe('node server/main.ts build')
})

it('one service of the Compose example builds the image that all desks run', () => {
  expect(all(compose, /^ +(build):$/gm)).toEqual(['build'])
  expect(all(compose, /^ {2}(desk-\d):/gm)).toEqual(['desk-1', 'desk-2', 'desk-3'])
  expect(compose).toContain('reverse_proxy desk-1:3000 desk-2:3000 desk-3:3000')
})

it('the examples set what the README calls settings', () => {
  const documented = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => all(line.split('|')[1] ?? '', /`([A-Z_]+)`/g))
  const ofCompose = all(compose.slice(0, compose.indexOf('services:')), /^ {4}([A-Z_]+): /gm)
  const ofChart = [...all(chart, /name: ([A-Z_]+),/g), 'DATABASE_URL']
  expect(ofCompose.filter((name) => !documented.includes(name))).toEqual([])
  expect(ofChart.toSorted()).toEqual(ofCompose.toSorted())
})

it('the examples wait longer for the end of a desk than it takes', () => {
  const [graceOfCompose] = all(compose, /stop_grace_period: (\d+)s/g)
  const [graceOfChart] = all(chart, /terminationGracePeriodSeconds: (\d+)/g)
  const [pause] = all(chart, /\[sleep, "(\d+)"\]/g)
  expect(Number(graceOfCompose) * 1000).toBeGreaterThan(closeTimeoutMs)
  expect((Number(graceOfChart) - Number(pause)) * 1000).toBeGreaterThan(closeTimeoutMs)
})
