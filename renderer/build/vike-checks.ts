/**
 * Functions of Vike that check its own state, and how it is used, and do nothing else. The bundler may leave
 * out their calls, with the texts in them: development and the server run the same checks. One of them ends
 * circular redirects, which our own navigation does as well (`limits.redirects`).
 */
export const vikeChecks = [
  'assert',
  'assertInfo',
  'assertUsage',
  'assertWarning',
  'assertClientRouting',
  'assertConfigValueType',
  'assertDefaultExports',
  'assertEnvClient',
  'assertExportValues',
  'assertHookFn',
  'assertHookReturnedObject',
  'assertIsBrowser',
  'assertIsEnhanced',
  'assertLoadModule',
  'assertNoInfiniteAbortLoop',
  'assertOnBeforeRenderHookReturn',
  'assertPageConfigGlobalSerialized',
  'assertPageConfigsSerialized',
  'assertPageContextProvidedByUser',
  'assertPlusFileExport',
  'assertPropertyGetters',
  'assertRouteConfigValue',
  'assertRouteParams',
  'assertRouteString',
  'assertSingleInstance_onAssertModuleLoad',
  'assertSingleInstance_onClientEntryClientRouting',
  'assertStatusCode',
  'assertSyncRouting',
  'assertUrlComponents',
  'assertUsageUrlAbsolute',
  'assertUsageUrlPathAbsolute',
  'assertUsageUrlRedirectTarget',
  'assertVirtualFileExports',
]

/**
 * Functions of Vike whose work nobody here needs, so that the bundler may leave out their calls as well. Links are
 * prefetched by renderer/navigation/prefetch/, while Vike would watch each link of a page with an observer of its
 * own; getters are resolved for Vue alone; endless navigations
 * are ended by `limits`; a redirect is not worth a note in the console.
 */
export const unneededOfVike = [
  'addLinkPrefetchHandlers',
  'addLinkPrefetchHandlers_unwatch',
  'addLinkPrefetchHandlers_watch',
  'catchInfiniteLoop',
  'initLinkPrefetchHandlers',
  'logAbort',
  'populatePageContextPrefetchCache',
  'supportVueReactiviy',
]
