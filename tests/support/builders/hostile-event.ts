const MARKUP = '</script><script>window.hostile = 1</script><img src=x onerror="window.hostile=1">'
/** What a hostile SDK puts wherever a text is taken: each would break something that takes it for more than a text. */
const TEXT = `${MARKUP} javascript:window.hostile=1 \u202eturned\u2066 \u001b[31mred\u001b[0m {{constructor.constructor('x')()}} \${7*7} <%= 7 %> \u0000\u0007 👩‍👩‍👧‍👦 !undefined`
const LINE = 'W'.repeat(200_000)

/** An error that holds it in every place that a page shows. */
export function hostileEvent(at: number, traceId: string): Record<string, unknown> {
  const values = { [TEXT]: TEXT, __proto__x: [TEXT, { [TEXT]: TEXT }], line: LINE.slice(0, 5_000) }
  const frame = {
    function: TEXT,
    module: TEXT,
    filename: `javascript:window.hostile=1//${TEXT}`,
    abs_path: `/app/${TEXT}`,
    lineno: 3,
    colno: 90_000,
    in_app: true,
    pre_context: [TEXT, LINE.slice(0, 500)],
    context_line: TEXT,
    post_context: [MARKUP],
    vars: { [TEXT]: TEXT, line: LINE.slice(0, 900) },
  }
  return {
    timestamp: at,
    platform: 'javascript',
    release: TEXT,
    environment: TEXT.slice(0, 60),
    transaction: TEXT,
    server_name: TEXT,
    logger: TEXT,
    sdk: { name: TEXT, version: TEXT },
    user: { id: TEXT, username: TEXT, email: TEXT },
    tags: { [TEXT.slice(0, 150)]: TEXT, line: LINE.slice(0, 900), 'browser.name': TEXT },
    exception: {
      values: [
        { type: TEXT, value: LINE, stacktrace: { frames: [frame, { ...frame, in_app: false }] } },
        {
          type: TEXT,
          value: TEXT,
          mechanism: { type: TEXT, handled: false },
          stacktrace: { frames: [frame] },
        },
      ],
    },
    threads: {
      values: [
        { id: TEXT, name: TEXT, state: TEXT, stacktrace: { frames: [frame] } },
        { name: LINE, state: LINE, main: true, crashed: true },
      ],
    },
    breadcrumbs: [
      { timestamp: at - 1, type: TEXT, category: TEXT, level: TEXT, message: TEXT, data: values },
      {
        timestamp: at - 1,
        type: 'http',
        category: 'fetch',
        data: { method: TEXT, url: `javascript:${TEXT}`, status_code: TEXT },
      },
      { timestamp: at, category: 'navigation', data: { from: TEXT, to: `javascript:${TEXT}` } },
    ],
    request: {
      url: `javascript:window.hostile=1//${TEXT}`,
      method: TEXT,
      query_string: TEXT,
      headers: { [TEXT]: TEXT },
      data: values,
    },
    contexts: {
      trace: { trace_id: traceId, span_id: 'b'.repeat(16) },
      [TEXT]: values,
      browser: { name: TEXT, version: TEXT },
      flags: { values: [{ flag: TEXT, result: TEXT }] },
    },
    extra: { ...values, digest: TEXT.slice(0, 60) },
    fingerprint: [TEXT],
  }
}
