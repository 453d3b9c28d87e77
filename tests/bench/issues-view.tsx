import { renderToString } from 'react-dom/server'
import type { PageContext } from 'vike/types'
import { VikeReactProviderPageContext } from 'vike-react/usePageContext'
import { Layout } from '#renderer/layout/Layout.tsx'
import { type Payload, withNow } from '#renderer/page/payload.ts'
import IssuesPage from '../../pages/issues/+Page.tsx'

export { loader } from '../../pages/issues/+loader.ts'

/** The issues page's own components, as React alone renders them from a payload. */
export function createRender(payload: Payload, answeredAt: string): () => string {
  if (!('data' in payload)) throw new Error('Cannot render issues: the payload holds no data')
  const data = withNow(payload.data, answeredAt)
  const pageContext = { data, urlOriginal: '/issues', config: {} } as unknown as PageContext // what is read of it
  return () =>
    renderToString(
      <VikeReactProviderPageContext pageContext={pageContext}>
        <Layout>
          <IssuesPage />
        </Layout>
      </VikeReactProviderPageContext>,
    )
}
