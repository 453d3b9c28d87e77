import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { seed as seedOfRun } from './doses.ts'
import { lines, shares } from './turn-lists.ts'

const fileOf = (name: string) => `tests/${name}.test.ts`

/** Lists the files that wait in a run, because it is the turn of others. None waits in a run without a seed. */
export function listWaiting(root: string, seed = seedOfRun): string[] {
  const missing = [...lines.flat(), ...Object.keys(shares)].filter(
    (name) => !existsSync(join(root, fileOf(name))),
  )
  if (missing.length > 0) throw new Error(`Cannot let tests take turns: there is no ${missing.join(', no ')}`)
  if (seed === undefined) return []
  return lines.flatMap((line) =>
    line.filter((_, place) => place !== draw(seed, line.join(), line.length)).map(fileOf),
  )
}

/** Tells of a file which of its tests run: from one on, each so manieth. */
export function shareOf(path: string, seed = seedOfRun): { first: number; every: number } {
  const name = Object.keys(shares).find((each) => path.endsWith(fileOf(each)))
  if (seed === undefined || name === undefined) return { first: 0, every: 1 }
  const every = shares[name] ?? 1
  return { first: draw(seed, name, every), every }
}

/** Tells on which engine those tests of a file run that are there for each. */
export function engineOf(path: string, seed = seedOfRun): 'sqlite' | 'postgres' | undefined {
  if (seed === undefined) return undefined
  return draw(seed, path, 2) === 0 ? 'sqlite' : 'postgres'
}

/** Gives a number below a limit, by the seed: for each name another, so that all pairs come to meet. */
function draw(seed: number, name: string, limit: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % limit
}
