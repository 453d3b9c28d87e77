import { ErrorScreen } from '#renderer/errors/ErrorScreen.tsx'
import { NotFound } from '#renderer/errors/NotFound.tsx'
import { useFailure } from '#renderer/page/page-data.ts'

export default function ErrorPage() {
  const failure = useFailure()
  return failure ? <ErrorScreen digest={failure.digest} /> : <NotFound />
}
