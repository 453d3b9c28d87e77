import type { KnowName } from '#server/processing/secrets/names.ts'

/** Where a secret is. */
export interface Found {
  start: number
  end: number
  isInBrackets?: boolean
}

/** A text while it is read for names and their values, from its beginning to its end. */
export class Reading {
  readonly text: string
  readonly know: KnowName
  /** Where the name of a secret ended that stood as a value: `name="password" value="x"`. */
  labelEnd = -1
  #read = 0
  #braces = 0
  #maps = 0

  constructor(text: string, know: KnowName) {
    this.text = text
    this.know = know
  }

  /** Whether a place stands in what Go, YAML or JavaScript print of an object. Places only go up. */
  isInBraces(at: number): boolean {
    const { text } = this
    for (; this.#read < at; this.#read++) {
      const character = text[this.#read]
      if (character === '{') this.#braces++
      else if (character === '}') this.#braces = Math.max(0, this.#braces - 1)
      else if (character === '[' && text.startsWith('map', this.#read - 3))
        this.#maps++ // as Go prints it: `map[a:b]`
      else if (character === ']') this.#maps = Math.max(0, this.#maps - 1)
    }
    return this.#braces > 0 || this.#maps > 0
  }
}
