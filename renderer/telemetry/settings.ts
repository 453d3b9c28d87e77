/** Name of the `<meta>` by which the server tells the page's browser where to report to. */
export const settingsMeta = 'crumbtrail-telemetry'
