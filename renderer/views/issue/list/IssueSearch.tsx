import { issuesPath, searchHelpPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'

interface IssueSearchProps {
  query: string
  /** Why the search was refused. */
  refusal: string | null
  /** The address parameters that the form keeps. */
  hiddenFields: [name: string, value: string][]
  /** The link that shows or hides the filters. */
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
