import type { LoaderContext } from '#renderer/page/loader.ts'
import { failIn, type ServerFailureKind } from './fail.ts'

/** Reads how the page is asked to fail. `stream` and `render` fail later, in the page itself. */
export function loader({ url }: LoaderContext): { fail: ServerFailureKind | null } {
  const fail = parseFailure(url.searchParams.get('fail'))
  failIn('loader', fail)
  return { fail }
}

function parseFailure(text: string | null): ServerFailureKind | null {
  switch (text) {
    case 'loader':
    case 'render':
    case 'stream':
    case 'string':
    case 'null':
    case 'frozen':
    case 'cause':
      return text
    default:
      return null
  }
}
