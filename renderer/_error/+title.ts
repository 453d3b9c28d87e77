import type { PageContext } from 'vike/types'
import type { Missing } from '#renderer/page/find-missing.ts'
import { pageTitle } from '#renderer/texts/errors/failure.ts'
import { notFound } from '#renderer/texts/errors/not-found.ts'
import { desk } from '#renderer/texts/frame/places.ts'

export default ({ data }: PageContext) => {
  if (data?.failure) return pageTitle
  const page = data?.page as { missing?: Missing } | undefined // load-page-data.ts provides this data.
  return `${page?.missing?.title ?? notFound.title} · ${desk}`
}
