import { ErrorScreen } from '../ErrorScreen.tsx'
import { NotFound } from '../NotFound.tsx'
import { useFailure } from '../page-data.ts'

export default function ErrorPage() {
  const failure = useFailure()
  return failure ? <ErrorScreen digest={failure.digest} /> : <NotFound />
}
