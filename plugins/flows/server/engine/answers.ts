import { sql, type Scope } from '@balcao/sdk/server';
import { shownValue } from '../../graph/fill.ts';
import type { StepOutcome } from '../../graph/reducer.ts';

/** An answer of a customer, as its node understood it and as texts show it. */
export interface StoredAnswer {
  sessionId: number;
  nodeId: string;
  name: string;
  value: string;
}

/** Returns what a step made of the customer's answer; other values that a flow sets are no answers. */
export const answersOf = (sessionId: number, { record, set }: Pick<StepOutcome, 'record' | 'set'>): StoredAnswer[] =>
  record.attempt === null
    ? []
    : Object.entries(set).flatMap(([name, value]) =>
        value === null ? [] : [{ sessionId, nodeId: record.nodeId, name, value: shownValue(value) }],
      );

/** Stores answers; of two to the same variable of a session the later one stays. */
export const storeAnswers = async (scope: Scope, answers: readonly StoredAnswer[]): Promise<void> => {
  if (answers.length === 0) return;
  const last = new Map(answers.map((answer) => [`${answer.sessionId} ${answer.name}`, answer]));
  await scope.sql.run(
    sql`insert into flows.answer (session_id, node_id, name, value)
        select x."sessionId", x."nodeId", x.name, x.value
          from json_to_recordset(${JSON.stringify([...last.values()])}::json) as x("sessionId" int, "nodeId" text, name text, value text)
        on conflict (company_id, session_id, name)
          do update set value = excluded.value, node_id = excluded.node_id, at = excluded.at`,
  );
};
