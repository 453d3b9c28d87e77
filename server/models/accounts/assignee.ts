/** Whose an issue is: a member's or a team's. */
export type Assignee =
  | {
      type: 'user'
      id: number
      email: string
      /** Empty where none was given. */
      name: string
    }
  | { type: 'team'; id: number; slug: string; name: string }
