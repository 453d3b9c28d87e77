import type { PageContext } from 'vike/types'
import type { Missing } from '../find-missing.ts'
import { pageTitle } from '../texts/failure.ts'
import { notFound } from '../texts/not-found.ts'
import { desk } from '../texts/places.ts'

export default ({ data }: PageContext) => {
  if (data?.failure) return pageTitle
  const page = data?.page as { missing?: Missing } | undefined // load-page-data.ts
  return `${page?.missing?.title ?? notFound.title} · ${desk}`
}
