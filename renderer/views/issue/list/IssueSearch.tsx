import { issuesPath, searchHelpPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'

interface IssueSearchProps {
  query: string
  /** Why it was not searched for. */
  refusal: string | null
  /** What the form keeps of the address. */
  hiddenFields: [name: string, value: string][]
  /** Expands the filters, or collapses them. */
  filters: { name: string; href: string }
}

export function IssueSearch({ filters, ...search }: IssueSearchProps) {
  return (
    <SearchForm
      {...search}
      action={issuesPath()}
      label={say.search}
      example="level:error firstSeen:-24h"
      list="search-words"
    >
      <ButtonLink href={filters.href}>{filters.name}</ButtonLink>
      <a href={searchHelpPath}>{say.howToSearch}</a>
    </SearchForm>
  )
}
