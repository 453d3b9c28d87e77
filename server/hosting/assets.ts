import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** It shows notifications (renderer/public/). Whoever asks for it gets the newest, and it reaches nothing but the desk. */
const WORKER = 'push-worker.js'
const WORKER_POLICY = "default-src 'none'; img-src 'self'; connect-src 'self'"

const oneYearSeconds = 365 * 24 * 60 * 60

/** The built files. Vite puts a hash into each name under `assets/`, so those never change. */
export async function serveAssets(app: FastifyInstance, clientDirectory: string): Promise<void> {
  const hashed = join(clientDirectory, 'assets')
  await app.register(fastifyStatic, {
    root: clientDirectory,
    wildcard: false,
    globIgnore: ['**/*.map'], // they are for the desk itself: server/artifacts/own-build.ts
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      if (path === join(clientDirectory, WORKER)) {
        void reply.header('cache-control', 'no-cache').header('content-security-policy', WORKER_POLICY)
        return
      }
      const isHashed = path.startsWith(hashed)
      void reply.header(
        'cache-control',
        isHashed ? `public, max-age=${oneYearSeconds}, immutable` : 'public, max-age=3600',
      )
    },
  })
}
