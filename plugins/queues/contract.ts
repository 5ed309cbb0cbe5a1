/**
 * Departments. Others may reference the table `queues.queue (company_id, id)` by composite foreign key and read
 * `queues.member (company_id, queue_id, user_id)`.
 */
import { event, point, room, service } from '@balcao/sdk/contract';
import type { WeeklyHours } from '@balcao/sdk/server';

export interface Queue {
  id: number;
  name: string;
  /** `#rrggbb`; unique in the company. */
  color: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  /** Said when a conversation of the queue ends, instead of the connection's. */
  complationMessage: string;
  /** Asks for the rating instead of the connection's question. */
  ratingMessage: string;
  /** Seconds between accepting and the greeting. */
  sendDelay: number;
  /** Hours of the queue, which count when the company's `scheduleType` is `queue`; empty: always open. */
  schedules: WeeklyHours;
}

export interface Queues {
  list(): Promise<Queue[]>;
  find(id: number): Promise<Queue | undefined>;
  /** The queues a person works in. */
  of(userId: number): Promise<Queue[]>;
  /** Replaces the queues a person works in. Unknown ids: ERR_NO_QUEUE_FOUND (404). */
  assign(userId: number, queueIds: readonly number[]): Promise<void>;
}
/** The company's departments, and who works in them. */
export const queues = service<Queues>('queues.queues');

/** A department was made, changed or deleted. Key: the department. */
export const queueChanged = event<{ queueId: number; action: 'create' | 'update' | 'delete' }>('queues.queue.changed');
/** Live: `update` {queue}, `delete` {queueId}, `members` {userId}. Everybody of the company may join. */
export const queuesRoom = room('queues.list');

/** Browser: a section in the queue's form. */
export interface QueueFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: unknown;
}
/** Browser: a section in the queue's form. */
export const queueFormSection = point<QueueFormSection>('queues.form.section');
