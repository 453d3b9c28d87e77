/** Where a page stands, and what it says there. */
export interface Place {
  path: string
  heading: string
  /** Where it leads on to. */
  endsAt?: string
  /** Asked for by nobody who is signed in. */
  isPublic?: boolean
}

/** How a form is used. */
export interface FormUse extends Pick<Place, 'path' | 'isPublic'> {
  typed?: Record<string, string>
  /** What unfolds it, where it is folded. */
  unfolds?: string
  /** The checkbox that is ticked, where the form is about chosen rows. */
  ticked?: RegExp
  button: string
  /** What is there when it worked. */
  heading: string
  /** Absent where there is nothing to refuse. `kept` is what stands in its fields then. */
  refused?: {
    typed?: Record<string, string>
    button?: string
    says: string
    kept: Record<string, string>
    /** The heading of its section, where several forms of the page have fields of one name. */
    section?: string
    /** Where it is refused, if the form above works once. */
    path?: string
  }
}
