/** An account or a team that a comment mentions. */
export type Mention = { text: string; id: number; name: string } & (
  | { type: 'user'; email: string }
  | { type: 'team'; slug: string }
)
