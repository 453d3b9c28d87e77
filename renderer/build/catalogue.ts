import type { Plugin } from 'vite'

/**
 * `npm run dev` shows every component in all of its states at this address. The production build does not
 * contain it.
 */
const address = '/catalogue'

export function catalogue(): Plugin {
  return {
    name: 'crumbtrail:catalogue',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(address, async (request, response, next) => {
        if (request.method !== 'GET' || !['/', ''].includes(request.url ?? '')) return next()
        try {
          const module = await server.ssrLoadModule('/renderer/catalogue/catalogue-html.tsx')
          const { renderCatalogue } = module as typeof import('#renderer/catalogue/catalogue-html.tsx')
          const html = await server.transformIndexHtml(address, renderCatalogue())
          response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
        } catch (thrown) {
          next(thrown)
        }
      })
    },
  }
}
