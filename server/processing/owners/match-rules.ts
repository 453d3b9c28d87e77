import { matchesCodeownersPath } from './codeowners-path.ts'
import type { EventTexts } from './event-texts.ts'
import { matchesPieces } from './glob.ts'
import type { OwnerMatcher, OwnerRule } from './owner-rule.ts'

export interface CompiledRules {
  rules: readonly OwnerRule[]
  /** Returns the last rule that an event meets, which decides; undefined if it meets none. */
  decide(texts: EventTexts): OwnerRule | undefined
}

/** Files and modules repeat from event to event. What is kept of them takes about a megabyte at most. */
const MOST_REMEMBERED = 5_000

/** Prepares rules for many events: which one is the last to match a file or a module is remembered. */
export function compileRules(rules: readonly OwnerRule[]): CompiledRules {
  const places = Map.groupBy(rules.keys(), (place) => rules[place]?.matcher.kind)
  const remembered = new Map<string, number>()

  function lastOf(kind: OwnerMatcher['kind'], text: string): number {
    const found = (places.get(kind) ?? []).findLast((place) => {
      const matcher = rules[place]?.matcher
      return matcher !== undefined && matcher.kind !== 'tag' && matchesText(matcher, text)
    })
    return found ?? -1
  }

  function rememberedLastOf(kind: OwnerMatcher['kind'], texts: readonly string[]): number {
    if (!places.has(kind)) return -1
    let last = -1
    for (const text of texts) {
      const name = `${kind} ${text}`
      const found = remembered.get(name) ?? lastOf(kind, text)
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(name, found)
      last = Math.max(last, found)
    }
    return last
  }

  function lastTag(texts: EventTexts): number {
    const found = (places.get('tag') ?? []).findLast((place) => {
      const rule = rules[place]
      return rule !== undefined && isMet(rule.matcher, texts)
    })
    return found ?? -1
  }

  return {
    rules,
    decide(texts) {
      const last = Math.max(
        rememberedLastOf('path', texts.paths),
        rememberedLastOf('codeowners', texts.files),
        rememberedLastOf('module', texts.modules),
        texts.url === undefined ? -1 : lastOf('url', texts.url),
        lastTag(texts),
      )
      return rules[last]
    },
  }
}

/** All rules that an event meets, the deciding one first. */
export function metRules(rules: readonly OwnerRule[], texts: EventTexts): OwnerRule[] {
  return rules.filter(({ matcher }) => isMet(matcher, texts)).toReversed()
}

function isMet(matcher: OwnerMatcher, texts: EventTexts): boolean {
  switch (matcher.kind) {
    case 'path':
      return texts.paths.some((path) => matchesText(matcher, path))
    case 'module':
      return texts.modules.some((module) => matchesText(matcher, module))
    case 'url':
      return texts.url !== undefined && matchesText(matcher, texts.url)
    case 'tag': {
      const value = texts.tags().get(matcher.key)
      return value !== undefined && matchesPieces(value.toLowerCase(), matcher.glob)
    }
    case 'codeowners':
      return texts.files.some((file) => matchesText(matcher, file))
  }
}

function matchesText(matcher: Exclude<OwnerMatcher, { kind: 'tag' }>, text: string): boolean {
  return matcher.kind === 'codeowners'
    ? matchesCodeownersPath(text, matcher.path)
    : matchesPieces(text, matcher.glob)
}
