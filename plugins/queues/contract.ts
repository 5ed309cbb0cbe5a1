/**
 * Queues (departments on the screen). Other plugins' SQL reads `queues.public_queue` and `queues.public_member`, at the
 * end of this file.
 */
import {
  component,
  event,
  point,
  publishedKey,
  publishedSql,
  room,
  service,
  type Component,
} from '@balcao/sdk/contract';
import type { Scope, WeeklyHours, z } from '@balcao/sdk/server';

export interface Queue {
  id: number;
  name: string;
  /** `#rrggbb`; unique in the company. */
  color: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  /** Message at the end of a conversation of the queue, instead of the connection's. */
  complationMessage: string;
  /** Question for the rating, instead of the connection's. */
  ratingMessage: string;
  /** Seconds between accepting and the greeting. */
  sendDelay: number;
  /** Hours of the queue, used when the company's `scheduleType` is `queue`; empty: always open. */
  schedules: WeeklyHours;
  /** File sent with the greeting; null: none. */
  media: QueueMedia | null;
  /** Path of the same file, under the name of the API. */
  mediaPath: string | null;
  mediaName: string | null;
}

export interface QueueMedia {
  type: 'image' | 'audio' | 'video' | 'document';
  path: string;
  name: string;
  mime: string;
  size: number;
}

export interface Queues {
  list(): Promise<Queue[]>;
  find(id: number): Promise<Queue | undefined>;
  /** Returns the queues of a person. */
  of(userId: number): Promise<Queue[]>;
  /** Returns the people of a queue, by name; none for an unknown queue. */
  members(queueId: number): Promise<{ id: number; name: string }[]>;
  /** Replaces the queues of a person. Unknown ids: ERR_NO_QUEUE_FOUND (404). */
  assign(userId: number, queueIds: readonly number[]): Promise<void>;
}
/** The company's queues and their members. */
export const queues = service<Queues>('queues.queues');

/** A queue was created, changed or deleted. Ordering key: the queue. */
export const queueChanged = event<{ queueId: number; action: 'create' | 'update' | 'delete' }>('queues.queue.changed');
/** Live: `update` {queue, isNew?}, `delete` {queueId}, `members` {userId}. Everybody of the company may join. */
export const queuesRoom = room('queues.list');

/** Server: a field that another plugin adds to a queue: stored by that plugin, shown and saved with the queue. */
export interface QueueExtra {
  id: string;
  /** Key in the body of POST and PUT /queue. */
  field: string;
  schema: z.ZodType;
  /** Returns the keys to add to each queue in responses. */
  load(queueIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /**
   * Extracts the field's value from a queue in a response. When absent, the response has it under the field's own name.
   * Used to detect conflicts between two people who change the field.
   */
  read?(queue: Readonly<Record<string, unknown>>): unknown;
  save(queueId: number, value: unknown, scope: Scope): Promise<void>;
}
/** Server: a field that a plugin adds to queues. */
export const queueExtra = point<QueueExtra>('queues.extra');

/** Server: describes what depends on a queue that is about to be deleted. */
export interface QueueDependents {
  id: string;
  /**
   * Returns a whole sentence in the reader's language, by `scope.t`, with its number; undefined when nothing depends on
   * it. `scope` is the plugin's own. A failure is logged and the sentence omitted: deleting must not wait for it.
   */
  describe(queueId: number, scope: Scope): Promise<string | undefined>;
}
/** Server: sentences about what depends on a queue, before it is deleted. `GET /queue/{id}/dependents`. */
export const queueDependents = point<QueueDependents>('queues.dependents');

/**
 * Browser: a column in the list of queues. `component` gets `{ queue }`, with the keys that the plugin's extra added.
 */
export interface QueueColumn {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{ queue: Queue }>;
}
/** Browser: a column in the list of queues. Props: `{ queue }`. */
export const queueColumn = point<QueueColumn>('queues.list.column');

/** Browser: a section in the queue's form. */
export interface QueueFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Absent for a new queue. */
    queue: Queue | undefined;
    /** The values typed so far, under the keys of the server's extra. */
    values: Readonly<Record<string, unknown>>;
    /** Sets a value; `known` is the stored value before, so that another person's change is not overwritten. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: a section in the queue's form. */
export const queueFormSection = point<QueueFormSection>('queues.form.section');

/** The queue that was chosen in a picker. */
export type ChosenQueue = Pick<Queue, 'id' | 'name' | 'color'>;
export interface QueuePickerProps {
  label: string;
  /** Id of the chosen queue; null: none. */
  value: number | null;
  onChange(queue: ChosenQueue | null): void;
  /** Ids of the queues to offer; absent: all of the company. */
  among?: readonly number[] | undefined;
  /** Preselects the queue when only one is offered. */
  choosesOnly?: boolean;
  /** The choice can be cleared. */
  clearable?: boolean;
  /** The field's name on the server, its help and its error, as for `FormRow`. */
  name?: string;
  help?: string;
  error?: string | undefined;
  required?: boolean;
}
/** Selects one queue in a form: with its label, kept up to date. */
export const queuePicker = component<QueuePickerProps>('queues.picker');

/** A row of `queues.public_queue`. */
export interface PublicQueue {
  id: number;
  company_id: number;
  name: string;
  /** `#rrggbb`; unique in the company. */
  color: string;
  created_at: Date;
}
/** SQL: queues of the company. */
export const publicQueue = publishedSql<PublicQueue>('queues.public_queue');

/** A row of `queues.public_member`. */
export interface PublicMember {
  company_id: number;
  queue_id: number;
  user_id: number;
}
/** SQL: members of queues. */
export const publicMember = publishedSql<PublicMember>('queues.public_member');

/** Target of foreign keys to queues: `queues.queue (company_id, id)`. */
export const queueKey = publishedKey('queues.queue');
