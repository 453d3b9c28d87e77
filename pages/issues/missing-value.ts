import { writeValue } from '#renderer/format/write-value.ts'
import * as say from '#renderer/texts/issues/issues.ts'
import type { MissingValue } from '#server/models/completion.ts'
import { DEFAULT_QUERY, type IssueParams, pathOf } from './issue-params.ts'

/** Replaces an empty list that asks for a value that no issue has, and links to values that some have. */
export function missingValueState(params: IssueParams, { word, at, key, values, isNear }: MissingValue) {
  const { query = DEFAULT_QUERY } = params
  const known = isNear ? say.noSuchValue.near : say.noSuchValue.known(key)
  return {
    title: say.noSuchValue.title(word),
    text: values.length === 0 ? say.noSuchValue.none(key) : known,
    instead: values.map((value) => {
      const term = word.slice(0, word.indexOf(':') + 1) + writeValue(value)
      return {
        query: term,
        href: pathOf(params, { query: query.slice(0, at) + term + query.slice(at + word.length) }),
      }
    }),
    href: pathOf(params, { query: undefined }),
    way: say.nothingFound.way,
  }
}
