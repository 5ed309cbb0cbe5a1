import { notFound, sql, z, type Host, type Scope } from '@balcao/sdk/server';
import { LegalFault, type LegalProvider, type LegalSettings } from '../../contract.ts';
import type manifest from '../../manifest.ts';
import { faultCodes } from '../cases/faults.ts';
import { stateKey } from '../cases/source-state.ts';
import { noticePath } from '../watching/notice-routes.ts';
import { forgetFaults, readSetup, saveSetup, sourcesOf } from './setup.ts';

/** A case of the documentation: whether the source knows it does not matter. */
const probe = '00008323520184013202';
const probeMs = 20_000;

const values = z.record(z.string().max(60), z.string().max(2000));

const sourceOutput = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string(),
  isOn: z.boolean(),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      help: z.string(),
      required: z.boolean(),
      secret: z.boolean(),
      value: z.string().describe('Of a secret empty.'),
      default: z.string(),
      isSet: z.boolean(),
    }),
  ),
  fault: z.string().nullable().describe('Code of the last failure; null: it answered last time.'),
  heardAt: z.string().nullable(),
  heldUntil: z.string().nullable(),
  isPaid: z.boolean().describe('It charges for what it is asked; companies have to choose it.'),
  noticePath: z.string().nullable().describe('The path at which it tells of news; null: it does not.'),
});
const output = z.object({ sources: z.array(sourceOutput) });

interface SourceState {
  /** Its state key. */
  source: string;
  fault: keyof typeof faultCodes | null;
  heardAt: Date | null;
  heldUntil: Date | null;
}
/** Returns the last word of each source by its id: what was said of settings of before concerns nobody any more. */
export const readStates = async (scope: Scope): Promise<ReadonlyMap<string, SourceState>> => {
  const { providers } = await readSetup(scope);
  const rows = await scope.sql.rows<SourceState>(
    sql`select source, fault, heard_at as "heardAt", held_until as "heldUntil" from legal_process.source_faults()`,
  );
  const states = new Map(rows.map((row) => [row.source, row]));
  return new Map(
    Object.entries(providers).flatMap(([id, settings]) => {
      const state = states.get(stateKey(id, settings));
      return state ? [[id, state]] : [];
    }),
  );
};

const shown = async (scope: Scope): Promise<z.infer<typeof output>> => {
  const { providers } = await readSetup(scope);
  const states = await readStates(scope);
  const paths = new Map<string, string>();
  for (const { item } of sourcesOf(scope)) if (item.heard) paths.set(item.id, await noticePath(scope, item.id));
  const sources = sourcesOf(scope).map(({ item, scope: own }) => {
    const settings = providers[item.id];
    const state = states.get(item.id);
    const isHeld = state?.heldUntil != null && state.heldUntil.getTime() > Date.now();
    return {
      id: item.id,
      label: own.t(item.label),
      help: item.help ? own.t(item.help) : '',
      isOn: settings !== undefined,
      fields: item.fields.map(({ key, label, help, required = false, secret = false, default: preset = '' }) => ({
        key,
        label: own.t(label),
        help: help ? own.t(help) : '',
        required,
        secret,
        value: secret ? '' : (settings?.[key] ?? ''),
        default: preset,
        isSet: Boolean(settings?.[key]),
      })),
      fault: state?.fault ? faultCodes[state.fault] : null,
      heardAt: state?.heardAt?.toISOString() ?? null,
      isPaid: item.isPaid === true,
      noticePath: paths.get(item.id) ?? null,
      heldUntil: isHeld ? (state.heldUntil?.toISOString() ?? null) : null,
    };
  });
  return { sources };
};

/** Asks for the example. One that is still under way is an answer: the source accepted the key. */
const probeOf = (item: LegalProvider, settings: LegalSettings, signal: AbortSignal): Promise<unknown> =>
  item
    .lookUp(probe, settings, signal, {
      id: undefined,
      mayBegin: () => true,
      keep: async () => undefined,
      goesOn: () => undefined,
    })
    .catch((error: unknown) => {
      if (!(error instanceof LegalFault) || error.kind !== 'working') throw error;
    });

export const sourceRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/legalProcessSources', {
    access: 'super',
    summary: 'Sources of court cases of the installation; secrets only say whether they are set.',
    output,
    handle: (_request, scope) => shown(scope),
  });
  host.route('PUT', '/legalProcessSources', {
    access: 'super',
    summary: 'Switches sources on with their settings, or off with null; absent ones stay.',
    input: {
      body: z.object({
        sources: z.record(z.string().max(60), values.nullable()),
        // Under a name that the audit log masks, whatever a source calls its key.
        secrets: z
          .record(z.string().max(60), values)
          .default({})
          .describe('The secret settings by source; empty or absent ones stay.'),
      }),
    },
    output,
    audit: 'legal-process.sources-changed',
    handle: async ({ body: { sources, secrets } }, scope) => {
      await saveSetup(scope, sources, secrets);
      await scope.audit({ action: 'legal-process.sources-changed', subject: Object.keys(sources).join(', ') });
      return shown(scope);
    },
  });
  host.route('POST', '/legalProcessSources/:id/check', {
    access: 'super',
    summary: 'Asks one source for the case of an example: `fault` says why it did not answer; null: it did.',
    rate: 20,
    audit: false,
    input: { params: z.object({ id: z.string().max(60) }) },
    output: z.object({ fault: z.string().nullable(), tookMs: z.number() }),
    handle: async ({ params: { id } }, scope) => {
      const settings = (await readSetup(scope)).providers[id];
      const found = sourcesOf(scope).find(({ item }) => item.id === id);
      if (!found || !settings) throw notFound('ERR_NO_PROVIDER_FOUND');
      const began = Date.now();
      const fault = await found
        .run(
          (item, own) =>
            probeOf(item, settings, own.signal).then(
              () => null,
              (error: unknown) => {
                if (error instanceof LegalFault) return error.kind;
                throw error;
              },
            ),
          { limitMs: probeMs },
        )
        .catch(() => 'down' as const);
      const tookMs = Date.now() - began;
      if (fault !== null) return { fault: faultCodes[fault], tookMs };
      // It answers: whoever was to leave it alone may ask it again.
      const state = (await readStates(scope)).get(id);
      if (state?.fault || state?.heldUntil) await forgetFaults(scope, id);
      return { fault: null, tookMs };
    },
  });
};
