import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { queueColumn, queueFormSection, type Queue, type QueueColumn, type QueueFormSection } from '../contract.ts';

/** What a section of the form is given. `values` holds what was typed so far, with the keys the server knows. */
export interface QueueSectionProps {
  /** Absent while a new queue is written down. */
  queue: Queue | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown): void;
}

export const queueSections = queueFormSection as PointRef<
  Omit<QueueFormSection, 'component'> & { component: Part<QueueSectionProps> }
>;

/** Columns that other plugins add to the list. */
export const queueColumns = queueColumn as PointRef<
  Omit<QueueColumn, 'component'> & { component: Part<{ queue: Queue }> }
>;
