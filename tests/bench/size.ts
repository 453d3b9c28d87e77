import { ensureBuild } from '#server/hosting/build.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { measureScripts } from '#tests/support/sites/script-size.ts'
import { budget } from '#tests/support/sites/size-budget.ts'

/**
 * `npm run size`: what a browser loads for the issues page, gzipped, part by part; `-- --json` for scripts.
 * tests/integration/page-size.test.ts gates the same figures.
 */
const env = { PATH: process.env.PATH, HOME: process.env.HOME }
await ensureBuild({ root: repositoryRoot, env, say: (line) => console.error(line) })
const sizes = measureScripts('pages/issues')

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ ...sizes, budget }, undefined, 2))
} else {
  console.log('JavaScript of the issues page, bytes after gzip -9')
  console.table({
    ...Object.fromEntries(
      Object.entries(sizes.parts).map(([part, bytes]) => [part, rowOf(bytes, budget.parts[part])]),
    ),
    'the first view': rowOf(sizes.total, budget.total),
    'when idle': rowOf(sizes.later, budget.later),
  })
  console.log('in these files')
  console.table(Object.fromEntries(Object.entries(sizes.files).map(([file, bytes]) => [file, { bytes }])))
  console.log('when the page is idle, or a control is used')
  console.table(
    Object.fromEntries(Object.entries(sizes.laterFiles).map(([file, bytes]) => [file, { bytes }])),
  )
  console.log(`Styles: ${sizes.styles} bytes after gzip -9. Fonts: ${sizes.fonts} bytes.`)
}

function rowOf(bytes: number, limit = 0): object {
  return { bytes: Math.round(bytes), budget: limit }
}
