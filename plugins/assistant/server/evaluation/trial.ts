import { notFound, sql, type Scope } from '@balcao/sdk/server';
import { models, type ModelChoice } from '@balcao/chatai/contract';
import { liveProfile, profileForm, type Profile } from '../profile/profile.ts';
import type { Candidate, Label } from './evaluation-rows.ts';

/** With what a side answers: settings, model, and sources whose switch is turned. */
export interface Trial {
  profile: Profile;
  model?: ModelChoice;
  flippedSources: readonly number[];
}

const versionOf = async (scope: Scope, id: number): Promise<{ number: number; profile: Profile }> => {
  const row = await scope.sql.one<{ number: number; settings: unknown }>(
    sql`select number, settings from assistant.version where id = ${id}`,
  );
  if (!row) throw notFound('ERR_NO_VERSION_FOUND');
  return { number: row.number, profile: profileForm.parse(row.settings) };
};

/** Returns what answers customers now. */
export const present = async (scope: Scope): Promise<Trial> => ({
  profile: (await liveProfile(scope)).profile,
  flippedSources: [],
});

/** The present with what the candidate changes. ERR_NO_VERSION_FOUND (404). */
export const trialOf = async (scope: Scope, { versionId, model, sourceIds }: Candidate): Promise<Trial> => ({
  profile: versionId === null ? (await liveProfile(scope)).profile : (await versionOf(scope, versionId)).profile,
  ...(model && { model }),
  flippedSources: sourceIds,
});

/** Names of both sides, as they are when the run begins. ERR_NO_VERSION_FOUND, ERR_NO_KNOWLEDGE_SOURCE_FOUND (404). */
export const labelsOf = async (
  scope: Scope,
  { versionId, model, sourceIds }: Candidate,
): Promise<{ old: Label; new: Label }> => {
  const offered = await scope.use(models).choices('assistant');
  const live = await scope.sql.one<{ number: number }>(sql`select number from assistant.version where is_live`);
  const rows = await scope.sql.rows<Label['sources'][number] & Record<string, unknown>>(
    sql`select id, title, kind, is_on as "isOn" from assistant.source where id = any(${[...sourceIds]}::int[]) order by id`,
  );
  if (rows.length < new Set(sourceIds).size) throw notFound('ERR_NO_KNOWLEDGE_SOURCE_FOUND');
  const old: Label = {
    version: live?.number ?? null,
    model: offered.find(({ isInUse }) => isInUse)?.model ?? '',
    sources: rows,
  };
  const chosen = offered.find(
    (one) => one.providerId === model?.providerId && (model?.providerId === null || one.model === model?.model),
  );
  if (model && !chosen) throw notFound('ERR_NO_AI_PROVIDER_FOUND');
  return {
    old,
    new: {
      version: versionId === null ? old.version : (await versionOf(scope, versionId)).number,
      model: chosen?.model ?? old.model,
      sources: rows.map((row) => ({ ...row, isOn: !row.isOn })),
    },
  };
};
