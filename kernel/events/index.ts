export { deadLetters } from './dead-letters.ts';
export type { DeadLetter, DeadLetterFilter, DeadLetters } from './dead-letters.ts';
export { Dispatcher } from './dispatcher.ts';
export type { DispatcherOptions, DispatcherStats } from './dispatcher.ts';
export { events } from './migration.ts';
export { eventRoutines } from './routines/index.ts';
export type { EventDelivery, EventMetrics, Subscriber } from './subscriber.ts';
