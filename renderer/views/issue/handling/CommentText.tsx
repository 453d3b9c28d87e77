import type { ReactNode } from 'react'
import { issuesPath } from '#renderer/paths.ts'
import { activity as say } from '#renderer/texts/issues/handling.ts'
import type { Mention } from '#server/models/accounts/mention.ts'
import styles from './activity.module.css'

interface CommentTextProps {
  text: string
  mentions?: readonly Mention[] | undefined
}

/** A comment as it was written. Mentions lead to the open issues of whom they name. */
export function CommentText({ text, mentions = [] }: CommentTextProps) {
  return <p className={styles.comment}>{mentions.length === 0 ? text : withMentions(text, mentions)}</p>
}

function withMentions(text: string, mentions: readonly Mention[]): ReactNode[] {
  // The longest first: `@ada` is the beginning of `@ada@example.com`.
  const byLength = mentions.toSorted((a, b) => b.text.length - a.text.length)
  const parts: ReactNode[] = []
  let plainFrom = 0
  for (let place = 0; place < text.length; ) {
    const mention = '@#'.includes(text.charAt(place))
      ? byLength.find((one) => text.startsWith(one.text, place))
      : undefined
    if (mention === undefined) {
      place++
      continue
    }
    parts.push(text.slice(plainFrom, place), <MentionLink key={place} mention={mention} />)
    place += mention.text.length
    plainFrom = place
  }
  return [...parts, text.slice(plainFrom)]
}

function MentionLink({ mention }: { mention: Mention }) {
  const whose = mention.type === 'team' ? `#${mention.slug}` : mention.email
  return (
    <a
      className={styles.mention}
      href={issuesPath({ query: `is:unresolved assigned:${whose}` })}
      title={say.issuesOf(whose)}
    >
      <bdi>{mention.type === 'team' ? mention.name : `@${mention.name}`}</bdi>
    </a>
  )
}
