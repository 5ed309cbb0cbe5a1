import { conflict, sql, type Scope } from '@balcao/sdk/server';
import { flowTrigger } from '../contract.ts';
import type { FlowCatalogue, FlowTriggerChoice } from '../graph/wire.ts';

/** An occasion starts one flow: ERR_FLOW_TRIGGER_TAKEN (409) with the other flow's title. */
export const assertTriggersFree = async (
  scope: Scope,
  triggers: readonly FlowTriggerChoice[],
  flowId: number | undefined,
): Promise<void> => {
  const taken = await scope.sql.one<{ title: string }>(
    sql`select f.title from flows.trigger t join flows.flow f on f.company_id = t.company_id and f.id = t.flow_id
          join jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) as w(trigger text, subject text)
            on w.trigger = t.trigger and w.subject = t.subject
         where t.flow_id <> ${flowId ?? 0} limit 1`,
  );
  if (taken) throw conflict('ERR_FLOW_TRIGGER_TAKEN', { flow: taken.title });
};

export const saveTriggers = async (
  scope: Scope,
  flowId: number,
  triggers: readonly FlowTriggerChoice[],
): Promise<void> => {
  // Those that stay keep the time since which they count.
  await scope.sql.run(
    sql`delete from flows.trigger t where t.flow_id = ${flowId}
           and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) as w(trigger text, subject text)
                            where w.trigger = t.trigger and w.subject = t.subject)`,
  );
  await scope.sql.run(
    sql`insert into flows.trigger (trigger, subject, flow_id)
        select distinct w.trigger, w.subject, ${flowId}::int
          from jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) as w(trigger text, subject text)
        on conflict do nothing`,
  );
};

/** The occasions that plugins offer, with what people choose from. */
export const offeredTriggers = async (scope: Scope): Promise<FlowCatalogue['triggers']> => {
  const offered: FlowCatalogue['triggers'] = [];
  for (const { item, scope: own, run } of scope.contributions(flowTrigger)) {
    const subjects = item.subjects
      ? await run(async (one, ownScope) => (await one.subjects?.(ownScope)) ?? []).catch(() => [])
      : null;
    offered.push({ trigger: item.id, label: own.t(item.label), subjects: subjects && [...subjects] });
  }
  return offered;
};
