import { hash } from 'node:crypto'
import { relative } from 'node:path'

const root = `${import.meta.dirname}/../..`

/**
 * Builds a class name from letters for the file and a number for the class. Class names are a tenth of a
 * page's HTML, and a prefix that a file's classes share costs almost nothing once it is compressed.
 */
export function shortClassName(name: string, file: string, css: string): string {
  const path = relative(root, file.replace(/\?.*/s, ''))
  const names = [...new Set(Array.from(css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g), ([, found]) => found))]
  return lettersOf(path) + names.indexOf(name).toString(36)
}

/** Four letters: among a hundred files, two get the same letters in one case of a hundred. */
function lettersOf(path: string): string {
  const number = Number.parseInt(hash('sha256', path).slice(0, 8), 16)
  const places = [1, 26, 676, 17_576].map((place) => 97 + (Math.floor(number / place) % 26))
  return String.fromCharCode(...places)
}
