import { companyCache, notFound, sql, type Scope } from '@balcao/sdk/server';
import { compileFlow, type CompiledFlow } from '../graph/compile.ts';
import { readElements } from '../graph/elements.ts';

export interface StoredFlow {
  id: number;
  title: string;
  draft: string;
  draftRev: number;
  liveId: number | null;
}

const columns = sql`f.id, f.title, f.draft, f.draft_rev as "draftRev", f.live_id as "liveId"`;

export const findFlow = (scope: Scope, id: number): Promise<StoredFlow | undefined> =>
  scope.sql.one<StoredFlow>(sql`select ${columns} from flows.flow f where f.id = ${id}`);

/** Locks the flow until the transaction ends. ERR_NO_FLOW_FOUND (404). */
export const lockFlow = async (scope: Scope, id: number): Promise<StoredFlow> => {
  const flow = await scope.sql.one<StoredFlow>(sql`select ${columns} from flows.flow f where f.id = ${id} for update`);
  if (!flow) throw notFound('ERR_NO_FLOW_FOUND');
  return flow;
};

/** Versions of one company that are ready to run, the least recently used first. */
class CompiledVersions {
  readonly #flows = new Map<number, CompiledFlow>();

  get(versionId: number): CompiledFlow | undefined {
    const known = this.#flows.get(versionId);
    if (!known) return undefined;
    this.#flows.delete(versionId);
    this.#flows.set(versionId, known);
    return known;
  }

  add(versionId: number, flow: CompiledFlow): void {
    this.#flows.set(versionId, flow);
    const [oldest] = this.#flows.keys();
    if (this.#flows.size > maxCompiled && oldest !== undefined) this.#flows.delete(oldest);
  }
}
const maxCompiled = 100;

/**
 * Compiled versions of this server, by company. A version never changes, so that no event makes an entry outdated. The
 * cache belongs to the server and not to the process: tests run several servers with databases of their own in one.
 */
export const compiledVersions = companyCache('flows.compiled-versions', {
  load: async () => new CompiledVersions(),
  invalidatedBy: [],
});

/**
 * Returns a version, ready to run; undefined: it was deleted. The only way from a stored drawing to a running flow: it
 * takes the id of a version, so that no path runs a draft by mistake.
 */
export const versionById = async (scope: Scope, versionId: number): Promise<CompiledFlow | undefined> => {
  const compiled = await scope.cached(compiledVersions);
  const known = compiled.get(versionId);
  if (known) return known;
  const row = await scope.sql.one<{ source: string; flowId: number }>(
    sql`select source, flow_id as "flowId" from flows.version where id = ${versionId}`,
  );
  if (!row) return undefined;
  const flow = compileFlow(readElements(row.source), { versionId, flowId: row.flowId });
  compiled.add(versionId, flow);
  return flow;
};

/** Returns the published version of a flow; undefined: none. */
export const liveVersion = async (scope: Scope, flowId: number): Promise<CompiledFlow | undefined> => {
  const row = await scope.sql.one<{ liveId: number | null }>(
    sql`select live_id as "liveId" from flows.flow where id = ${flowId}`,
  );
  return row?.liveId == null ? undefined : versionById(scope, row.liveId);
};
