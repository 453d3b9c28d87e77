import type { Config } from 'vike/types'
import vikeReact from 'vike-react/config'
import { description, desk } from './texts/frame/places.ts'

const everywhere = { server: true, client: true } as const

export default {
  extends: [vikeReact],
  title: desk,
  description,
  // Fastify creates the nonce and sends the policy (server/hosting/policy/csp.ts). Vike adds the nonce to
  // its tags.
  csp: { nonce: true },
  // Each hook would start two timers. A navigation has a time limit of its own (renderer/navigation/limits.ts).
  hooksTimeout: false,
  // renderer/navigation/ prefetches both data and code.
  prefetchStaticAssets: false,
  meta: {
    // All pages share one `+data`. On the server it runs the page's loader, and in the browser it fetches
    // the page's payload. If `data` only ran on the server, Vike would fetch by itself and drop the
    // error's digest.
    data: { env: everywhere },
    // These files load eagerly, because Fastify runs them without Vike's page hooks
    // (server/hosting/vike.ts).
    loader: { env: { server: true }, eager: true },
    action: { env: { server: true }, eager: true },
    access: { env: { server: true }, eager: true },
    loadPage: { env: { server: true }, eager: true },
  },
} satisfies Config
