import { issuesPath, searchHelpPath } from '../../paths.ts'
import { ButtonLink } from '../form/Button.tsx'
import { SearchForm } from '../form/SearchForm.tsx'

interface IssueSearchProps {
  query: string
  /** Why it was not searched for. */
  refusal: string | null
  /** What the form keeps of the address. */
  kept: [name: string, value: string][]
  /** Unfolds the filters, or folds them. */
  filters: { name: string; href: string }
}

export function IssueSearch({ filters, ...search }: IssueSearchProps) {
  return (
    <SearchForm
      {...search}
      action={issuesPath()}
      label="Search issues"
      example="level:error firstSeen:-24h"
      list="search-words"
    >
      <ButtonLink href={filters.href}>{filters.name}</ButtonLink>
      <a href={searchHelpPath}>How to search</a>
    </SearchForm>
  )
}
