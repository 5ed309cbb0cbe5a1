import type { Part } from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { queueColumn, queueFormSection, type Queue, type QueueColumn, type QueueFormSection } from '../contract.ts';

/** Props of a section of the form. `values` holds the values typed so far, under the server's keys. */
export interface QueueSectionProps {
  /** Absent for a new queue. */
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
