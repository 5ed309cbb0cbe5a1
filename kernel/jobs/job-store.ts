import type { SqlRunner } from '@balcao/sdk/server';
import type { AgendaBackend, JobParameters } from 'agenda';
import type { WakeChannel } from './wake-channel.ts';

/** What Agenda keeps as a job's `data`. */
export interface Envelope {
  companyId: number;
  /** `key:…` as the plugin gave it, or `every` for the recurring one. One waiting job for each name, company and key. */
  key?: string;
  /** Set while it runs: a new job of the same key may wait beside it. */
  running?: boolean;
  /** Of recurring jobs, as the row was made for. */
  every?: string;
  timeZone?: string;
  input: unknown;
}

export const EVERY = 'every';

export interface FailedJob {
  id: string;
  job: string;
  companyId: number;
  data: unknown;
  tries: number;
  reason: string;
  failedAt: Date;
}

export interface Beat {
  id: string;
  /** Switched off by another node while it runs here. */
  disabled: boolean;
}

/** What Agenda's own repository cannot do in one atomic step, on the same table or collection. */
export interface JobStore {
  readonly backend: AgendaBackend;
  readonly channel: WakeChannel;
  /**
   * Adds a job; with a key it replaces the one that waits. `within`: an open transaction of the company; the job is there
   * with its commit, and not without it. MongoDB cannot take part in it: there the job is put at once.
   */
  put(name: string, data: Envelope, at: Date, within?: SqlRunner): Promise<void>;
  /** Adds the recurring job, or gives it a new rhythm; a job that has this rhythm already is left as it is. */
  putRecurring(name: string, data: Envelope, at: Date): Promise<void>;
  /** Saves how a run stands, when `node` still holds the job. */
  saveState(job: JobParameters, node: string): Promise<boolean>;
  /** Removes a job that ended well, when `node` still holds it. */
  finish(id: string, node: string): Promise<boolean>;
  /** Marks a keyed job as running. `gone`: cancelled or replaced meanwhile, or replaced while a dead node ran it. */
  begin(id: string, name: string): Promise<'begun' | 'gone'>;
  /** The reverse, for another try. False: a newer job of the same key waits already, this one is not wanted any more. */
  putBack(id: string): Promise<boolean>;
  /** `within`: as of `put`. */
  cancel(name: string, companyId: number, key: string, within?: SqlRunner): Promise<void>;
  /** Jobs of a company that wait for it to have the plugin on again. */
  disable(names: readonly string[], companyId: number, disabled: boolean): Promise<void>;
  disableOne(id: string, disabled: boolean): Promise<void>;
  disabled(): Promise<{ name: string; companyId: number }[]>;
  dropRecurring(names: readonly string[], companyId: number): Promise<void>;
  /** Renews the locks that `node` holds; what is missing in the answer was lost or deleted. */
  beat(ids: readonly string[], node: string, at: Date): Promise<Beat[]>;
  failed(limit: number): Promise<FailedJob[]>;
  failedCount(): Promise<number>;
  retry(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  close(): Promise<void>;
}
