// `npm run bench`: every bench, one after the other; each takes turns with what it is compared to.
await import('./ingest.ts')
await import('./pages.ts')
await import('./payload.ts')
await import('./html.ts')
await import('./navigation.ts')
await import('./telemetry.ts')
