import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Chance } from './chance.ts'
import { CUSTOMERS, type Customer, withoutName } from './customers.ts'
import type { DemoArrival, DemoItem } from './envelope.ts'
import { BROWSER_ERRORS } from './errors/browser-errors.ts'
import { type DemoError, rateOf } from './errors/demo-error.ts'
import { errorItem } from './errors/error-item.ts'
import { GROUP_ERRORS } from './errors/group-errors.ts'
import { SERVER_ERRORS } from './errors/server-errors.ts'
import { jobArrivals } from './jobs.ts'
import { logItem } from './records/logs.ts'
import { gaugeArrival, requestMetrics } from './records/metrics.ts'
import { releaseAt } from './releases.ts'
import { pickRoute, routeOf, visitItems } from './visits.ts'
import { VOICES } from './voices.ts'

export const DEMO_DAYS = 14
/** Those whose sessions are told by name: more than those who met an error. */
const PEOPLE = 1_400
const DEMO_ERRORS: readonly DemoError[] = [...BROWSER_ERRORS, ...SERVER_ERRORS]
const [firstCustomer, ...otherCustomers] = CUSTOMERS
const customers = firstCustomer ? ([firstCustomer, ...otherCustomers] as const) : undefined

/** All that the shop sent in its two weeks, in the order of its arrival: the same for the same chance and time. */
export function planDemo(chance: Chance, now: number): DemoArrival[] {
  const arrivals = [...jobArrivals(chance, now), ...voiceArrivals(chance, now)]
  const hours = hoursOf(chance, now)
  for (const plan of hours)
    arrivals.push(
      ...visitsOf(plan),
      ...errorsOf(plan, DEMO_ERRORS),
      sessionsOf(plan),
      ...reportsOf(plan),
      gaugeArrival(plan),
    )
  // Chance decides about these last, so that everything else is the same with and without them.
  for (const plan of hours) arrivals.push(...errorsOf(plan, GROUP_ERRORS))
  return arrivals.toSorted((a, b) => a.at - b.at)
}

interface HourPlan {
  chance: Chance
  now: number
  start: number
  /** How busy it is: 1 on average. */
  weight: number
  daysAgo: number
}

function hoursOf(chance: Chance, now: number): HourPlan[] {
  return Array.from({ length: DEMO_DAYS * 24 }, (_, hour) => {
    const start = now - DEMO_DAYS * DAY_MS + hour * HOUR_MS
    return { chance, now, start, weight: weightOf(start), daysAgo: (now - start) / DAY_MS }
  })
}

/** People sleep: busiest in the evening of Europe, quietest before dawn. */
function weightOf(time: number): number {
  const hour = (time / HOUR_MS) % 24
  return 1 + 0.75 * Math.cos(((hour - 18) / 24) * 2 * Math.PI)
}

function visitsOf(plan: HourPlan): DemoArrival[] {
  const { chance, weight, daysAgo } = plan
  const visits = countOf(chance, (daysAgo < 1.1 ? 16 : 4) * weight)
  return Array.from({ length: visits }, () => visitArrival(plan, undefined))
}

/** A visit, and the error that it met. */
function visitArrival({ chance, now, start }: HourPlan, error: DemoError | undefined): DemoArrival {
  const at = start + chance.between(1, HOUR_MS - 1)
  const { version: release } = releaseAt(at, now)
  const environment = chance.isHit(0.08) ? 'staging' : 'production'
  const [traceId, serverSpanId] = [chance.hex(32), chance.hex(16)]
  const route = (error && routeOf(error.transaction)) ?? pickRoute(chance)
  const hasFailed = error?.platform === 'python'
  const customer = anyone(chance)
  const visit = {
    at,
    release,
    environment,
    traceId,
    serverSpanId,
    isSlow: release === 'shop@2.5.0',
    hasFailed,
    customer,
  }
  const { browser, server, pageSpanId, serverEndsAt, serverMs } = visitItems(chance, visit, route)
  const of = { release, environment, traceId, spanId: serverSpanId, customerId: customer?.id, hasFailed }
  const log = logItem(chance, { ...of, at: serverEndsAt, ms: serverMs }, route.api)
  const metrics = requestMetrics({ ...of, at: serverEndsAt, ms: serverMs, api: route.api })
  const items: DemoItem[] = [browser, server, log, metrics]
  if (error) {
    // It is thrown while its span runs: in the page, or at the end of the request.
    const isOfPage = error.platform === 'javascript'
    const trace = { traceId, spanId: isOfPage ? pageSpanId : serverSpanId }
    const thrownAt = Math.floor(isOfPage ? at - 1 : serverEndsAt)
    items.unshift(errorItem(chance, { error, at: thrownAt, release, environment, customer, trace }))
  }
  return { at, items }
}

function errorsOf(plan: HourPlan, errors: readonly DemoError[]): DemoArrival[] {
  const { chance, now, start, weight, daysAgo } = plan
  return errors.flatMap((error) => {
    const count = countOf(chance, (rateOf(error, daysAgo) / 24) * (error.isJob ? 1 : weight))
    return Array.from({ length: count }, () => {
      if (!error.isJob && chance.isHit(0.4)) return visitArrival(plan, error)
      const at = start + chance.between(1, HOUR_MS - 1)
      const customer = error.isJob ? undefined : anyone(chance)
      const { version: release } = releaseAt(at, now)
      const environment = chance.isHit(0.06) ? 'staging' : 'production'
      return {
        at,
        items: [errorItem(chance, { error, at, release, environment, customer, trace: undefined })],
      }
    })
  })
}

/** Sessions as servers count them, and some by name: people are counted too. */
function sessionsOf({ chance, now, start, weight, daysAgo }: HourPlan): DemoArrival {
  const at = Math.min(start + HOUR_MS - 1, now - 1)
  const { version: release, crashes } = releaseAt(start, now)
  const started = new Date(start).toISOString()
  const of = () => {
    const isCrashed = chance.isHit(crashes / 100)
    const did = String(chance.between(1, PEOPLE))
    return { started, did, exited: isCrashed ? 0 : 1, crashed: isCrashed ? 1 : 0 }
  }
  const quantity = countOf(chance, (daysAgo < 2 ? 180 : 140) * weight)
  const crashed = countOf(chance, (quantity * crashes) / 100)
  const errored = countOf(chance, quantity * 0.02)
  const aggregates = [
    { started, exited: quantity - crashed - errored, errored, crashed },
    ...Array.from({ length: countOf(chance, 24 * weight) }, of),
  ]
  const attrs = { release, environment: 'production' }
  return { at, items: [{ type: 'sessions', payload: { aggregates, attrs } }] }
}

/** What the SDKs say that they left out. */
function reportsOf({ chance, start, weight }: HourPlan): DemoArrival[] {
  if (!chance.isHit(0.2)) return []
  const discarded_events = [
    { reason: 'sample_rate', category: 'transaction', quantity: countOf(chance, 60 * weight) + 1 },
    ...(chance.isHit(0.3)
      ? [{ reason: 'before_send', category: 'error', quantity: chance.between(1, 4) }]
      : []),
  ]
  return [{ at: start + 1, items: [{ type: 'client_report', payload: { discarded_events } }] }]
}

/** Feedback, each with the error that it is about. */
function voiceArrivals(chance: Chance, now: number): DemoArrival[] {
  return VOICES.flatMap(({ customer: index, error: name, daysAgo, message }): DemoArrival[] => {
    const demoError = DEMO_ERRORS.find((each) => each.name === name)
    const customer = CUSTOMERS[index]
    if (!demoError || !customer) return []
    const at = Math.round(now - daysAgo * DAY_MS)
    const { version: release } = releaseAt(at, now)
    const trace = { traceId: chance.hex(32), spanId: chance.hex(16) }
    const error = errorItem(chance, {
      error: demoError,
      at,
      release,
      environment: 'production',
      customer,
      trace,
    })
    const feedback = {
      event_id: chance.hex(32),
      type: 'feedback',
      timestamp: (at + 90_000) / 1000,
      platform: 'javascript',
      release,
      environment: 'production',
      contexts: {
        trace: { trace_id: trace.traceId, span_id: trace.spanId },
        feedback: {
          message,
          name: customer.name,
          contact_email: customer.email,
          url: `https://shop.example${demoError.transaction.replace(/^\w+ /, '').replace(':id', '1184')}`,
          source: 'widget',
          associated_event_id: error.eventId,
        },
      },
    }
    return [
      { at, items: [error] },
      { at: at + 90_000, items: [{ type: 'feedback', payload: feedback }] },
    ]
  })
}

function anyone(chance: Chance): Customer | undefined {
  const customer = customers && chance.pick(customers)
  return customer && chance.isHit(0.7) ? withoutName(customer, chance.between(1, PEOPLE)) : customer
}

/** A whole number that is this one on average. */
function countOf(chance: Chance, expected: number): number {
  return Math.floor(expected + chance.next())
}
