import type { Condition } from '../condition.ts'
import { type Dialect, type KeyReader, parseInDialect, type Read, withoutOrder } from '../dialect.ts'
import { anyPackage, type TextOf, unknownKey } from './text-tests.ts'

/** What a release must be to be listed. Case does not matter. */
export type ReleaseTest = TextOf<'version' | 'environment' | 'projectSlug'> | { kind: 'archived' }
export type ReleaseCondition = Condition<ReleaseTest>

const NAMES = ['release', 'environment', 'project', 'is']

const release: KeyReader<ReleaseTest, undefined> = withoutOrder(({ pattern }) =>
  anyPackage('version', pattern),
)
const environment: KeyReader<ReleaseTest, undefined> = withoutOrder(({ pattern }) => ({
  kind: 'text',
  field: 'environment',
  pattern,
}))

const is = withoutOrder<ReleaseTest, undefined>(({ text }) =>
  text.toLowerCase() === 'archived' ? { kind: 'archived' } : { message: 'can only be archived' },
)

const RELEASES: Dialect<ReleaseTest, undefined> = {
  keys: {
    release,
    version: release,
    environment,
    env: environment,
    is,
    project: withoutOrder(({ pattern }) => ({ kind: 'text', field: 'projectSlug', pattern })),
  },
  otherKey: (key) => unknownKey(key, 'releases do', NAMES),
  text: ({ text }) => ({ kind: 'text', field: 'version', pattern: ['', text, ''] }),
}

export function parseReleaseSearch(text: string): Read<ReleaseTest> {
  return parseInDialect(text, RELEASES, undefined)
}
