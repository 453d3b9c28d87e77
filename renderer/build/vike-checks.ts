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
  'assertStatusCode',
  'assertSyncRouting',
  'assertUrlComponents',
  'assertUsageUrlAbsolute',
  'assertUsageUrlPathAbsolute',
  'assertUsageUrlRedirectTarget',
  'assertVirtualFileExports',
]
