import { parseDigest } from '#telemetry/errors/digest.ts'
import { type Dialect, parseInDialect, type Read } from '../dialect.ts'
import type { TextTerm } from '../expression.ts'
import { parseId, parseShortId } from '../ids.ts'
import type { IssueCondition, IssueTest, SearchContext } from './issue-condition.ts'
import { ISSUE_KEYS, parseTag } from './issue-keys.ts'

/** Every key that is not one of ours is a tag. */
const ISSUES: Dialect<IssueTest, SearchContext> = {
  keys: ISSUE_KEYS,
  otherKey: parseTag,
  text: wordsOf,
  onlyText: parseAnyId,
}

export function parseIssueSearch(text: string, context: SearchContext): Read<IssueTest> {
  return parseInDialect(text, ISSUES, context)
}

function wordsOf({ text, isPhrase }: TextTerm): IssueCondition {
  return { kind: 'words', text, isPhrase }
}

/** A word that stands alone may be an id; where it may as well be a word, both are looked for. */
function parseAnyId(term: TextTerm): IssueCondition | undefined {
  const { text } = term
  const id = parseId(text)
  if (id !== undefined) {
    return {
      kind: 'any',
      of: [
        { kind: 'event', id },
        { kind: 'trace', id },
      ],
    }
  }
  const digest = parseDigest(text)
  const issue = parseShortId(text)
  const meanings = [
    issue && { kind: 'numbered' as const, ...issue },
    digest?.kind === 'whole' ? { kind: 'digest' as const, digest: digest.digest } : undefined,
    digest?.kind === 'prefix' ? { kind: 'digestPrefix' as const, prefix: digest.prefix } : undefined,
  ].filter((meaning) => meaning !== undefined)
  return meanings.length === 0 ? undefined : { kind: 'any', of: [...meanings, wordsOf(term)] }
}
