export { deadLetters } from './dead-letters.ts';
export type { DeadLetter, DeadLetterFilter, DeadLetters } from './dead-letters.ts';
export { Dispatcher } from './dispatcher.ts';
export type { DispatcherOptions, DispatcherStats } from './dispatcher.ts';
export { emittedMigration, events } from './migration.ts';
export type { EventDelivery, EventMetrics, Subscriber } from './subscriber.ts';
