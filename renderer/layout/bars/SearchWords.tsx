/** The words that a search of issues can begin with. The field in the top bar refers to the list by its id. */
const words = [
  'is:unresolved',
  'is:for_review',
  'is:regressed',
  'is:new',
  'is:unhandled',
  'is:ignored',
  'is:resolved',
  'is:bookmarked',
  'is:for_me',
  'assigned:me',
  'assigned:my_teams',
  'assigned:none',
  'mentions:me',
  'level:fatal',
  'level:error',
  'level:warning',
  'release:latest',
  'firstSeen:-24h',
  'lastSeen:-1h',
  'timesSeen:>100',
  'users:>=50',
  'has:user',
]

interface SearchWordsProps {
  environments: readonly string[]
  /** The address that completes a search word by word (renderer/enhance/complete/). */
  offers: string
}

/** Suggestions that the browser shows during typing, without a script. */
export function SearchWords({ environments, offers }: SearchWordsProps) {
  return (
    <datalist id="search-words" data-offers={offers}>
      {[...words, ...environments.map(asWord)].map((word) => (
        <option key={word} value={word} />
      ))}
    </datalist>
  )
}

function asWord(environment: string): string {
  return /^[\w.-]+$/.test(environment)
    ? `environment:${environment}`
    : `environment:${JSON.stringify(environment)}`
}
