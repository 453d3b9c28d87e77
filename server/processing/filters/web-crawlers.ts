/**
 * Crawlers are recognized by their user agent; the list is Sentry's
 * (https://github.com/getsentry/relay/blob/master/relay-filter/src/web_crawlers.rs).
 */
const CRAWLER = new RegExp(
  [
    'Mediapartners-Google|AdsBot-Google|Googlebot|FeedFetcher-Google|BingBot|BingPreview|Baiduspider|Slurp|Sogou',
    'facebook|ia_archiver|bots?[/\\s);]|spider[/\\s);]|Slack|Calypso AppCrawler|pingdom|lyticsbot',
    'AWS Security Scanner|HubSpot Crawler|Bytespider|Better Uptime',
  ].join('|'),
  'i',
)

/** Slack's own integrations, which people use on purpose. */
const NO_CRAWLER = /Slackbot \d\.\d+\(/

export function isWebCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent) && !NO_CRAWLER.test(userAgent)
}
