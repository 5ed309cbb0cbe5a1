import { Ajv, type ErrorObject } from 'ajv';
import semver from 'semver';
import { manifestSchema } from '@balcao/sdk/manifest-schema';
import type { PluginManifest } from '@balcao/sdk/manifest';
import type { Fault } from './faults.ts';

// The schema is the platform's own, and checking it against the meta-schema took longer than checking all manifests.
const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });
const matches = ajv.compile<PluginManifest>(manifestSchema);

const describe = (error: ErrorObject): string => {
  const where = error.instancePath.slice(1).replaceAll('/', '.') || 'manifest';
  const extra = (error.params as { additionalProperty?: string }).additionalProperty;
  return extra === undefined ? `${where} ${error.message}` : `${where} has the unknown field "${extra}"`;
};

/** Ids that are taken as names of schemas of PostgreSQL and of the platform. */
const reserved = /^(kernel|public|jobs|information-schema|pg-.*)$/;

const settingFaults = (manifest: PluginManifest): string[] =>
  Object.entries(manifest.settings ?? {}).flatMap(([key, setting]) => {
    const found: string[] = [];
    const wanted = setting.type === 'integer' ? 'number' : setting.type;
    if (typeof setting.default !== wanted) found.push(`settings.${key}.default is not a ${setting.type}`);
    if (setting.enum && !setting.enum.includes(String(setting.default)))
      found.push(`settings.${key}.default is not one of its values`);
    if (setting.careful !== undefined && setting.secret)
      found.push(`settings.${key} is a secret and cannot be careful`);
    if (typeof setting.careful === 'string' && setting.careful !== 'less')
      found.push(`settings.${key}.careful is neither 'less' nor a list of values`);
    if (setting.careful === 'less' && wanted !== 'number')
      found.push(`settings.${key}.careful is 'less', and it is no number`);
    if (setting.enum && setting.labels && setting.enum.length !== setting.labels.length)
      found.push(`settings.${key} has ${setting.enum.length} values and ${setting.labels.length} labels`);
    return found;
  });

/** Checks the manifest, which is pure data, before any of the plugin's code runs. */
export const manifestFaults = (raw: unknown, folder: string): Fault[] => {
  const named = (raw as { id?: unknown } | null)?.id;
  const plugin = typeof named === 'string' ? named : folder;
  const fix = `Correct the manifest of ${plugin} (${folder}).`;
  if (!matches(raw)) {
    return (matches.errors ?? []).map((error) => ({ code: 'MANIFEST_INVALID', plugin, message: describe(error), fix }));
  }
  const ranges = { sdk: raw.sdk, ...raw.requires, ...raw.optional };
  const bad = Object.entries(ranges).filter(([, range]) => semver.validRange(range) === null);
  const taken = reserved.test(raw.id) ? [`id "${raw.id}" is a name of the platform's own`] : [];
  const strange = Object.keys(raw.exposes ?? {})
    .filter((name) => !name.startsWith(`${raw.id}.`))
    .map((name) => `exposes "${name}", which does not begin with "${raw.id}."`);
  const switched =
    raw.onWith === undefined
      ? []
      : [
          ...(raw.toggle === undefined ? [] : ['it has both a toggle and onWith']),
          ...(raw.core === true ? ['a core plugin is always on, so onWith says nothing'] : []),
          ...(raw.onWith === raw.id ? ['onWith names the plugin itself'] : []),
        ];
  return [
    ...taken,
    ...strange,
    ...switched,
    ...bad.map(([id, range]) => `the range "${range}" of ${id} is not a semver range`),
    ...settingFaults(raw),
  ].map((message) => ({ code: 'MANIFEST_INVALID', plugin, message, fix }));
};
