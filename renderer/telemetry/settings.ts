/** The name of the `<meta>` in which the server says where the browser reports to. */
export const settingsMeta = 'crumbtrail-telemetry'
