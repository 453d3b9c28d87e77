import { DAY_MS, HOUR_MS } from '#server/protocol/time.ts'
import type { Chance } from './chance.ts'
import { CUSTOMERS, type Customer, withoutName } from './customers.ts'
import type { Arrival, DemoItem } from './envelope.ts'
import { errorItem } from './errors.ts'
import { type DemoFault, rateOf } from './fault.ts'
import { BROWSER_FAULTS } from './faults-browser.ts'
import { SERVER_FAULTS } from './faults-server.ts'
import { jobArrivals } from './jobs.ts'
import { logItem } from './logs.ts'
import { releaseAt } from './releases.ts'
import { pickRoute, visitItems } from './visits.ts'
import { VOICES } from './voices.ts'

export const DEMO_DAYS = 14
/** Those whose sessions are told by name: more than those who met an error. */
const PEOPLE = 1_400
const FAULTS: readonly DemoFault[] = [...BROWSER_FAULTS, ...SERVER_FAULTS]
const [firstCustomer, ...otherCustomers] = CUSTOMERS
const customers = firstCustomer ? ([firstCustomer, ...otherCustomers] as const) : undefined

/** All that the shop sent in its two weeks, in the order of its arrival: the same for the same chance and time. */
export function planDemo(chance: Chance, now: number): Arrival[] {
  const arrivals = [...jobArrivals(chance, now), ...voiceArrivals(chance, now)]
  for (let start = now - DEMO_DAYS * DAY_MS; start < now; start += HOUR_MS) {
    const plan = { chance, now, start, weight: weightOf(start), daysAgo: (now - start) / DAY_MS }
    arrivals.push(...visitsOf(plan), ...errorsOf(plan), sessionsOf(plan), ...reportsOf(plan))
  }
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

/** People sleep: busiest in the evening of Europe, quietest before dawn. */
function weightOf(time: number): number {
  const hour = (time / HOUR_MS) % 24
  return 1 + 0.75 * Math.cos(((hour - 18) / 24) * 2 * Math.PI)
}

function visitsOf(plan: HourPlan): Arrival[] {
  const { chance, weight, daysAgo } = plan
  const visits = countOf(chance, (daysAgo < 1.1 ? 16 : 4) * weight)
  return Array.from({ length: visits }, () => visitArrival(plan, undefined))
}

/** A visit, and the fault that it met. */
function visitArrival({ chance, now, start }: HourPlan, fault: DemoFault | undefined): Arrival {
  const at = start + chance.between(1, HOUR_MS - 1)
  const { version: release } = releaseAt(at, now)
  const environment = chance.isHit(0.08) ? 'staging' : 'production'
  const [traceId, serverSpanId] = [chance.hex(32), chance.hex(16)]
  const route = pickRoute(chance)
  const hasFailed = fault?.platform === 'python'
  const visit = {
    at,
    release,
    environment,
    traceId,
    serverSpanId,
    isSlow: release === 'shop@2.5.0',
    hasFailed,
  }
  const customer = anyone(chance)
  const log = { at, release, environment, traceId, spanId: serverSpanId, customerId: customer?.id, hasFailed }
  const items: DemoItem[] = [...visitItems(chance, visit, route), logItem(chance, log, route.api)]
  if (fault) {
    const trace = { traceId, spanId: serverSpanId }
    items.unshift(errorItem(chance, { fault, at, release, environment, customer, trace }))
  }
  return { at, items }
}

function errorsOf(plan: HourPlan): Arrival[] {
  const { chance, now, start, weight, daysAgo } = plan
  return FAULTS.flatMap((fault) => {
    const count = countOf(chance, (rateOf(fault, daysAgo) / 24) * (fault.isJob ? 1 : weight))
    return Array.from({ length: count }, () => {
      if (!fault.isJob && chance.isHit(0.4)) return visitArrival(plan, fault)
      const at = start + chance.between(1, HOUR_MS - 1)
      const customer = fault.isJob ? undefined : anyone(chance)
      const { version: release } = releaseAt(at, now)
      const environment = chance.isHit(0.06) ? 'staging' : 'production'
      return {
        at,
        items: [errorItem(chance, { fault, at, release, environment, customer, trace: undefined })],
      }
    })
  })
}

/** Sessions as servers count them, and some by name: people are counted too. */
function sessionsOf({ chance, now, start, weight, daysAgo }: HourPlan): Arrival {
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
function reportsOf({ chance, start, weight }: HourPlan): Arrival[] {
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
function voiceArrivals(chance: Chance, now: number): Arrival[] {
  return VOICES.flatMap(({ customer: index, fault: name, daysAgo, message }): Arrival[] => {
    const fault = FAULTS.find((each) => each.name === name)
    const customer = CUSTOMERS[index]
    if (!fault || !customer) return []
    const at = Math.round(now - daysAgo * DAY_MS)
    const { version: release } = releaseAt(at, now)
    const trace = { traceId: chance.hex(32), spanId: chance.hex(16) }
    const error = errorItem(chance, { fault, at, release, environment: 'production', customer, trace })
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
          url: `https://shop.example${fault.transaction.replace(/^\w+ /, '').replace(':id', '1184')}`,
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
