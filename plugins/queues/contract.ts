/** Departments. Others' SQL reads them through `queues.public_queue` and `queues.public_member`, at the end of this file. */
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
  /** Said when a conversation of the queue ends, instead of the connection's. */
  complationMessage: string;
  /** Asks for the rating instead of the connection's question. */
  ratingMessage: string;
  /** Seconds between accepting and the greeting. */
  sendDelay: number;
  /** Hours of the queue, which count when the company's `scheduleType` is `queue`; empty: always open. */
  schedules: WeeklyHours;
  /** Goes out with the greeting; null: nothing. */
  media: QueueMedia | null;
  /** The same file, under the names of the API. */
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
  /** The queues a person works in. */
  of(userId: number): Promise<Queue[]>;
  /** Who works in a queue, by name. An unknown queue has nobody. */
  members(queueId: number): Promise<{ id: number; name: string }[]>;
  /** Replaces the queues a person works in. Unknown ids: ERR_NO_QUEUE_FOUND (404). */
  assign(userId: number, queueIds: readonly number[]): Promise<void>;
}
/** The company's departments, and who works in them. */
export const queues = service<Queues>('queues.queues');

/** A department was made, changed or deleted. Key: the department. */
export const queueChanged = event<{ queueId: number; action: 'create' | 'update' | 'delete' }>('queues.queue.changed');
/** Live: `update` {queue, isNew?}, `delete` {queueId}, `members` {userId}. Everybody of the company may join. */
export const queuesRoom = room('queues.list');

/** Server: a field that another plugin adds to a department: kept by it, shown and saved with the department. */
export interface QueueExtra {
  id: string;
  /** Key in the body of POST and PUT /queue. */
  field: string;
  schema: z.ZodType;
  /** Keys to add to each department's answer. */
  load(queueIds: readonly number[], scope: Scope): Promise<ReadonlyMap<number, Record<string, unknown>>>;
  /**
   * What the field holds, out of a department's answer. Absent: the answer has it under the field's own name. By it two
   * people who change the field at once are told of each other.
   */
  read?(queue: Readonly<Record<string, unknown>>): unknown;
  save(queueId: number, value: unknown, scope: Scope): Promise<void>;
}
/** Server: a field that a plugin adds to departments. */
export const queueExtra = point<QueueExtra>('queues.extra');

/** Server: says what hangs on a department, to whoever is about to delete it. */
export interface QueueDependents {
  id: string;
  /**
   * A whole sentence in the reader's language, by `scope.t`, with its number; undefined: nothing hangs on it. `scope` is
   * the plugin's own. Whoever fails is left out: deleting must not wait for it.
   */
  tell(queueId: number, scope: Scope): Promise<string | undefined>;
}
/** Server: sentences that say what hangs on a department, before it is deleted. `GET /queue/{id}/dependents`. */
export const queueDependents = point<QueueDependents>('queues.dependents');

/** Browser: a column in the list of departments. `component` gets `{ queue }`, with what the plugin's extra added. */
export interface QueueColumn {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{ queue: Queue }>;
}
/** Browser: a column in the list of departments. Props: `{ queue }`. */
export const queueColumn = point<QueueColumn>('queues.list.column');

/** Browser: a section in the queue's form. */
export interface QueueFormSection {
  id: string;
  order?: number;
  permission?: string;
  label: string;
  component: Component<{
    /** Absent while a new department is written down. */
    queue: Queue | undefined;
    /** What was typed so far, under the keys of the server's extra. */
    values: Readonly<Record<string, unknown>>;
    /** `known` is what the field held before, so that it is not saved over what somebody else saved meanwhile. */
    setValue(field: string, value: unknown, known?: unknown): void;
  }>;
}
/** Browser: a section in the queue's form. */
export const queueFormSection = point<QueueFormSection>('queues.form.section');

/** What a picker tells of the department that was chosen. */
export type ChosenQueue = Pick<Queue, 'id' | 'name' | 'color'>;
export interface QueuePickerProps {
  label: string;
  /** Id of the department that is chosen; null: none. */
  value: number | null;
  onChange(queue: ChosenQueue | null): void;
  /** Only these are offered; absent: all of the company. */
  among?: readonly number[] | undefined;
  /** Where one alone is offered, it is chosen. */
  choosesOnly?: boolean;
  /** The choice can be taken back. */
  clearable?: boolean;
  /** The field's name on the server, its help, and what is wrong with it, as for `FormRow`. */
  name?: string;
  help?: string;
  error?: string | undefined;
  required?: boolean;
}
/** Chooses one department, in a form: with its label, kept live. */
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
/** SQL: departments of the company. */
export const publicQueue = publishedSql<PublicQueue>('queues.public_queue');

/** A row of `queues.public_member`. */
export interface PublicMember {
  company_id: number;
  queue_id: number;
  user_id: number;
}
/** SQL: who works in which department. */
export const publicMember = publishedSql<PublicMember>('queues.public_member');

/** Foreign keys to departments go through `queues.queue (company_id, id)`. */
export const queueKey = publishedKey('queues.queue');
