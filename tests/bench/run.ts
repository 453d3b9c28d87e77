// `npm run bench`: every bench, one after the other; each takes turns with what it is compared to.
// `soak.ts` takes ten minutes and wants the machine for itself: it is run by its own name.
await import('./ingest.ts')
await import('./writer.ts')
await import('./retention.ts')
await import('./pages.ts')
await import('./payload.ts')
await import('./html.ts')
await import('./navigation.ts')
await import('./telemetry.ts')
