import { sql, type Scope } from '@balcao/sdk/server';
import type { SessionState } from '../../graph/state.ts';
import { flowNode } from '../../contract.ts';
import { versionById } from '../flow-store.ts';
import { advance } from './advance.ts';
import { doWork, workKey } from './jobs.ts';
import { runnersOf } from './runners.ts';

const attempts = 3;
const pauses = [2_000, 10_000];
const maxResult = 262_144;
const workLimitMs = 120_000;

interface Work {
  sessionId: number;
  token: string;
  attempt: number;
}

const waitingFor = async (scope: Scope, { sessionId, token }: Work): Promise<SessionState | undefined> => {
  const row = await scope.sql.one<{ memory: SessionState }>(
    sql`select memory from flows.session where id = ${sessionId} and state = 'waiting'`,
  );
  const wait = row?.memory.wait;
  return wait?.kind === 'work' && wait.token === token ? row?.memory : undefined;
};

/** Thrown where a repetition would fail in the same way. */
class Hopeless extends Error {
  override readonly name = 'Hopeless';
}

const result = async (scope: Scope, state: SessionState, { sessionId, token }: Work): Promise<unknown> => {
  const flow = state.versionId === null ? undefined : await versionById(scope, state.versionId);
  const node = flow?.nodes.get(state.nodeId);
  const runner = node && runnersOf(scope)(node.type);
  const parsed = runner?.node.schema.safeParse(node?.data);
  if (!runner?.node.work || !parsed?.success) throw new Hopeless('ERR_FLOW_NODE_OFF');
  const { work } = runner.node;
  const own = scope.contributions(flowNode).find(({ item }) => item.type === node?.type);
  if (!own) throw new Hopeless('ERR_FLOW_NODE_OFF');
  const about = { data: parsed.data, key: `flow:${sessionId}:${token}`, isSimulated: false };
  const call = (ownScope: Scope) => work.call(runner.node, state.wait?.input, about, ownScope);
  // A company's server that does not answer is no fault of this plugin: its node stays callable.
  const done =
    runner.plugin === 'flows'
      ? await call(own.scope)
      : await own.run((_item, ownScope) => call(ownScope), { limitMs: workLimitMs });
  if ((JSON.stringify(done ?? null) ?? '').length > maxResult) throw new Hopeless('ERR_FLOW_RESULT_TOO_LARGE');
  return done ?? null;
};

const codeOf = (error: unknown): string => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : typeof message === 'string' ? message.slice(0, 100) : 'ERR_FLOW_NODE_FAILED';
};

const isFinal = (error: unknown): boolean => {
  const { status } = (error ?? {}) as { status?: unknown };
  return error instanceof Hopeless || (typeof status === 'number' && status >= 400 && status < 500);
};

/**
 * Does the work that a session waits for, outside any transaction, and passes the result on. A person who takes the
 * conversation meanwhile has ended the session: then the result is dropped.
 */
export const workOn = async (work: Work, scope: Scope): Promise<void> => {
  const state = await waitingFor(scope, work);
  if (!state) return;
  const { sessionId, token, attempt } = work;
  try {
    const done = await result(scope, state, work);
    await advance(scope, sessionId, { kind: 'work', token, result: { done } });
  } catch (error) {
    if (scope.signal.aborted) throw error;
    if (!isFinal(error) && attempt < attempts) {
      const at = new Date(Date.now() + (pauses[attempt - 1] ?? 10_000));
      await scope.jobs.schedule(doWork, { sessionId, token, attempt: attempt + 1 }, { at, key: workKey(sessionId) });
      return;
    }
    await advance(scope, sessionId, { kind: 'work', token, result: { failed: codeOf(error) } });
  }
};
