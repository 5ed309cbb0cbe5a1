import { AppError, z, type Host, type Scope } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { changedProvider, line, providerForm, providerId, providerOutput, type ProviderForm } from './provider-form.ts';
import { listProviders } from './provider-rows.ts';
import { removeProvider, saveProvider } from './save-provider.ts';
import { testProvider } from './test-provider.ts';
import type { Owner } from './transport.ts';

const testForm = z.object({ model: line(200).optional() });
const testOutput = z.object({
  isOk: z.boolean(),
  latencyMs: z.number().nullable(),
  streams: z.boolean(),
  tools: z.boolean(),
  models: z.array(z.string()),
  error: z.string().nullable(),
  detail: z.string(),
});

const assertAllowed = (scope: Scope, owner: Owner): void => {
  if (owner === 'company' && !scope.settings.get<boolean>('aiOwnProviders'))
    throw new AppError(403, 'ERR_AI_OWN_PROVIDERS');
};

/** The audited fields of a provider: never its key. */
const detailOf = ({ baseUrl, isOn }: ProviderForm): Record<string, unknown> => ({ baseUrl, isOn });

/** The same routes for the providers of the platform and for those of a company. */
const routesOf = (host: Host<typeof manifest>, owner: Owner): void => {
  const access = owner === 'platform' ? 'super' : 'ai:manage';
  const path = owner === 'platform' ? '/ai/platform-providers' : '/ai/providers';
  const ofOwner = owner === 'platform' ? 'of the platform' : 'of the company';
  host.route('GET', path, {
    access,
    summary: `Providers of models ${ofOwner}, without their keys.`,
    output: z.object({ records: z.array(providerOutput) }),
    handle: async (_request, scope) => ({ records: await listProviders(scope, owner) }),
  });
  host.route('POST', path, {
    access,
    summary: `Adds a provider ${ofOwner}.`,
    input: { body: providerForm },
    output: providerOutput,
    async handle({ body }, scope) {
      assertAllowed(scope, owner);
      await scope.audit({ action: 'ai.provider-added', subject: body.title, detail: detailOf(body) });
      return saveProvider(scope, owner, body);
    },
  });
  host.route('PUT', `${path}/:id`, {
    access,
    summary: `Changes a provider ${ofOwner}. ERR_AI_PROVIDER_CHANGED (409) if somebody else did meanwhile.`,
    input: { params: providerId, body: changedProvider },
    output: providerOutput,
    async handle({ params, body: { version, ...form } }, scope) {
      assertAllowed(scope, owner);
      await scope.audit({ action: 'ai.provider-changed', subject: form.title, detail: detailOf(form) });
      return saveProvider(scope, owner, form, { id: params.id, version });
    },
  });
  host.route('DELETE', `${path}/:id`, {
    access,
    summary: `Deletes a provider ${ofOwner}.`,
    input: { params: providerId },
    handle: ({ params }, scope) => removeProvider(scope, owner, params.id),
  });
  host.route('POST', `${path}/:id/test`, {
    access,
    summary: `Calls a provider ${ofOwner}: the time of its first word, and whether it streams and calls tools.`,
    rate: 20,
    audit: false,
    input: { params: providerId, body: testForm },
    output: testOutput,
    handle: ({ params, body }, scope) => testProvider(scope, owner, params.id, body.model),
  });
};

export const providerRoutes = (host: Host<typeof manifest>): void => {
  routesOf(host, 'platform');
  routesOf(host, 'company');
};
