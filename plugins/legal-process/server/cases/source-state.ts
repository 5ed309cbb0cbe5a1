import { createHash } from 'node:crypto';
import { sql, type Scope } from '@balcao/sdk/server';
import type { Source } from '../settings/setup.ts';
import type { LegalFault, LegalFaultKind, LegalRecord, LegalSettings } from '../../contract.ts';

/** An answer of a source at some time; `record` null: the case was not there. */
export interface Copy {
  record: LegalRecord | null;
  at: Date;
  /** The source told later that there is something new. */
  isOld: boolean;
}

/** The place of the answers of a source to one number. */
export interface Place {
  cnj: string;
  source: string;
  isPublic: boolean;
}

/** Returns the newest stored answer of a source: our own, or one of a public source that another company asked. */
export const newestCopy = async (scope: Scope, { cnj, source, isPublic }: Place): Promise<Copy | undefined> => {
  const row = await scope.sql.one<Copy>(
    isPublic
      ? sql`select data as record, fetched_at as at, is_old as "isOld" from legal_process.public_copy(${cnj}, ${source})`
      : sql`select data as record, fetched_at as at, coalesce(heard_at > asked_at, false) as "isOld"
              from legal_process.source_copy where cnj = ${cnj} and source = ${source}`,
  );
  return row;
};

/** Returns whether nothing newer is known, and the answer does. */
export const isYoung = (copy: Copy | undefined, maxAgeMs: number): boolean =>
  copy !== undefined && !copy.isOld && Date.now() - copy.at.getTime() <= maxAgeMs;

/** Returns the time of an answer to which nothing newer is known: requests that began before it are answered. */
export const answeredAt = (copy: Copy | undefined): Date | null => (copy && !copy.isOld ? copy.at : null);

interface Kept {
  tookMs: number;
  /** The source replaces it later: it takes the place of no finished answer that was asked for after it. */
  goesOn: boolean;
  /** It answers a request that was written down. Without its row the case was erased meanwhile, and nothing is stored. */
  isRequested: boolean;
}

export const keepCopy = async (
  scope: Scope,
  { cnj, source, isPublic }: Place,
  record: LegalRecord | undefined,
  { tookMs, goesOn, isRequested }: Kept,
): Promise<void> => {
  const data = record === undefined ? null : JSON.stringify(record);
  // News that the source tells of while it is being asked is newer than its answer.
  await scope.sql.run(
    sql`with request as (
          select 1 from legal_process.open_request where cnj = ${cnj} and source = ${source} for share)
        insert into legal_process.source_copy (cnj, source, data, is_public, asked_at, heard_at)
        select ${cnj}::char(20), ${source}::text, ${data}::jsonb, ${isPublic}::boolean,
               now() - make_interval(secs => ${tookMs / 1000}), case when ${goesOn}::boolean then now() end
         where not ${isRequested}::boolean or exists (select from request)
        on conflict (company_id, cnj, source)
        do update set data = excluded.data, is_public = excluded.is_public, fetched_at = now(),
                      asked_at = excluded.asked_at, heard_at = coalesce(excluded.heard_at, source_copy.heard_at)
         where not ${goesOn}::boolean or source_copy.asked_at <= excluded.asked_at
            or source_copy.heard_at > source_copy.asked_at`,
  );
};

/** The name of a source's state: another one for other settings, so that a mended key is tried at once. */
export const stateKey = (source: string, settings: LegalSettings): string =>
  `${source}:${createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8)}`;

/** The turn of a request. `until`: the source is left alone, because of `fault`. */
interface Turn {
  waitMs: number;
  until: Date | null;
  fault: LegalFaultKind | null;
}

/**
 * Reserves a request to the source, in its pace. `limitMs`: nobody waits so long; such a turn is not reserved, so that it
 * is left to others, and `waitMs` says how far it is.
 */
export const takeTurn = async (
  scope: Scope,
  { contribution: { item }, settings }: Source,
  limitMs: number,
): Promise<Turn> => {
  const state = stateKey(item.id, settings);
  const everyMs = Math.round(item.everyMs?.(settings) ?? 0);
  const row = await scope.sql.one<Turn>(
    sql`select wait_ms as "waitMs", held_until as until, fault from legal_process.take_turn(${state}, ${everyMs}::int, ${Math.max(0, Math.ceil(limitMs))}::int)`,
  );
  return row ?? { waitMs: 0, until: null, fault: null };
};

/** Repeats are in vain while a key or an address is refused. */
const heldMs = { key: 900_000, credit: 900_000, blocked: 900_000, busy: 60_000, working: 0, down: 0 } as const;

/** Writes down that a source failed, and holds it for all companies as long as it asks or a repeat would be in vain. */
export const noteFault = async (scope: Scope, state: string, fault: LegalFault): Promise<Date | null> => {
  const holdMs = fault.waitMs > 0 ? fault.waitMs : heldMs[fault.kind];
  const until = holdMs > 0 ? new Date(Date.now() + holdMs) : null;
  await scope.sql.run(
    sql`insert into legal_process.source_state (source, held_until, fault, heard_at)
        values (${state}, ${until}, ${fault.kind}, now())
        on conflict (company_id, source)
        do update set held_until = greatest(source_state.held_until, excluded.held_until), fault = excluded.fault, heard_at = now()`,
  );
  return until;
};

export const noteAnswer = (scope: Scope, state: string): Promise<number> =>
  scope.sql.run(
    sql`insert into legal_process.source_state (source, heard_at) values (${state}, now())
        on conflict (company_id, source) do update set fault = null, held_until = null, heard_at = now()`,
  );
