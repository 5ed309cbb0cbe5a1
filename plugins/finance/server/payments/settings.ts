import { randomBytes } from 'node:crypto';
import { AppError, invalid, mergeEdit, sql, type Scope, type SettingStore } from '@balcao/sdk/server';
import { paymentProvider, type PaymentProvider, type PaymentSettings } from '../../contract.ts';

/** The provider in use, and the settings of each. Stored as one secret of the installation. */
export interface PaymentSetup {
  provider: string;
  settings: Record<string, Record<string, string>>;
  /** A mark of each stored secret, under `{provider}.{key}`, which changes with it. */
  marks?: Record<string, string>;
}

const name = 'payments';

export const readSetup = async (scope: Scope): Promise<PaymentSetup> => {
  const stored = await scope.secrets.get(name);
  return stored === undefined ? { provider: 'static', settings: {} } : (JSON.parse(stored) as PaymentSetup);
};
const writeSetup = (setup: PaymentSetup, scope: Scope): Promise<void> => scope.secrets.set(name, JSON.stringify(setup));

export interface Chosen {
  provider: PaymentProvider;
  settings: PaymentSettings;
  /** The scope of the plugin that adds the provider. */
  own: Scope;
}

export const providerNamed = async (id: string, scope: Scope): Promise<Chosen | undefined> => {
  const found = scope.contributions(paymentProvider).find(({ item }) => item.id === id);
  if (!found) return undefined;
  const { settings } = await readSetup(scope);
  return { provider: found.item, settings: settings[id] ?? {}, own: found.scope };
};

/** Returns the provider in use. Throws 409 while none is set up. */
export const chosenProvider = async (scope: Scope): Promise<Chosen> => {
  const { provider } = await readSetup(scope);
  const chosen = await providerNamed(provider, scope);
  if (!chosen || missing(chosen.provider, chosen.settings).length > 0)
    throw new AppError(409, 'ERR_PAYMENTS_NOT_SET_UP');
  return chosen;
};

export const missing = ({ fields }: PaymentProvider, settings: PaymentSettings): string[] =>
  fields.filter(({ key, required }) => required && !settings[key]).map(({ key }) => key);

/** Merges sent settings into the stored ones: an empty secret stays unchanged. Throws naming the faulty fields. */
export const merged = (
  provider: PaymentProvider,
  before: PaymentSettings,
  sent: PaymentSettings,
): Record<string, string> => {
  const settings: Record<string, string> = {};
  for (const { key, secret } of provider.fields) {
    const value = sent[key]?.trim();
    const stored = secret && !value ? before[key] : value;
    if (stored) settings[key] = stored;
  }
  const absent = missing(provider, settings);
  if (absent.length > 0) throw invalid(Object.fromEntries(absent.map((key) => [key, 'Required'])));
  const { baseUrl } = settings;
  if (baseUrl && !URL.canParse(baseUrl)) throw invalid({ baseUrl: 'ERR_INVALID_VALUE' });
  provider.check?.(settings);
  return settings;
};

const isMark = (value: string): boolean => value.startsWith('•');
const newMark = (): string => `•${randomBytes(9).toString('base64url')}`;

/**
 * Represents a secret in the form, which never contains the secret itself: by it two people who replace the same one
 * detect each other. Empty if the secret is not set.
 */
export const markOf = ({ settings, marks }: PaymentSetup, provider: string, key: string): string =>
  settings[provider]?.[key] ? (marks?.[`${provider}.${key}`] ?? '•') : '';

/** Returns the form’s row: the provider, the settings of every provider, and the marks of the edited one’s secrets. */
const rowOf = (setup: PaymentSetup, edited: PaymentProvider, scope: Scope): Record<string, string> => ({
  provider: setup.provider,
  ...Object.fromEntries(
    scope
      .items(paymentProvider)
      .flatMap(({ id, fields }) =>
        fields.flatMap(({ key, secret }) =>
          secret
            ? id === edited.id
              ? [[`${id}.${key}`, markOf(setup, id, key)]]
              : []
            : [[`${id}.${key}`, setup.settings[id]?.[key] ?? '']],
        ),
      ),
  ),
});

export interface SetupEdit {
  provider: string;
  settings: PaymentSettings;
  /** The values when the form was loaded: `provider`, and `{provider}.{key}` of every setting that is sent. */
  known?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the setup to store when somebody else may have saved since the form was opened. Throws naming the fields that
 * both changed.
 */
export const editedSetup = async (provider: PaymentProvider, edit: SetupEdit, scope: Scope): Promise<PaymentSetup> => {
  const { known } = edit;
  const setup = await readSetup(scope);
  const before = setup.settings[provider.id] ?? {};
  const secrets = new Set(provider.fields.flatMap(({ key, secret }) => (secret ? [key] : [])));
  // An unchanged secret comes back as its mark, or empty.
  const sent = Object.fromEntries(
    Object.entries(edit.settings).filter(
      ([key, value]) => !secrets.has(key) || (value.trim() !== '' && !isMark(value)),
    ),
  );
  const marks = Object.fromEntries(
    Object.keys(sent).flatMap((key) => (secrets.has(key) ? [[`${provider.id}.${key}`, newMark()]] : [])),
  );
  // The audit entry records new values; of a secret its mark.
  const fields = {
    ...Object.fromEntries(Object.entries(sent).map(([key, value]) => [`${provider.id}.${key}`, value.trim()] as const)),
    ...marks,
  };
  const change: Readonly<Record<string, unknown>> = await mergeEdit(scope, {
    table: 'finance.payments',
    id: 1,
    row: rowOf(setup, provider, scope),
    missing: 'ERR_NO_PROVIDER_FOUND',
    body: { ...fields, provider: provider.id, known },
  });
  const changed = Object.fromEntries(Object.entries(sent).filter(([key]) => `${provider.id}.${key}` in change));
  return {
    // A person who did not change the provider does not undo a colleague’s choice.
    provider: 'provider' in change ? provider.id : setup.provider,
    settings: { ...setup.settings, [provider.id]: merged(provider, before, known ? { ...before, ...changed } : sent) },
    marks: { ...setup.marks, ...marks },
  };
};

/** Serialised, because the setup is one value that is read and written as a whole. */
const updateSetup = (next: (inner: Scope) => Promise<PaymentSetup>, scope: Scope): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(sql`select pg_advisory_xact_lock(hashtextextended('finance.payments', 0))`);
    await writeSetup(await next(inner), inner);
  });
export const changeSetup = (provider: PaymentProvider, edit: SetupEdit, scope: Scope): Promise<void> =>
  updateSetup((inner) => editedSetup(provider, edit, inner), scope);

/** The access key of Asaas on the payments page, under the setting’s name in the specification. */
export const asaasKey: SettingStore = {
  id: 'asaas',
  key: 'asaas',
  read: async (scope) => (await readSetup(scope)).settings['asaas']?.['accessToken'] ?? '',
  write: (value, scope) =>
    updateSetup(async (inner) => {
      const { provider, settings, marks } = await readSetup(inner);
      const { accessToken: _before, ...others } = settings['asaas'] ?? {};
      const accessToken = String(value).trim();
      // Without the key nobody could pay any more.
      if (accessToken === '' && provider === 'asaas') throw invalid({ asaas: 'Required' });
      return {
        provider,
        settings: { ...settings, asaas: { ...others, ...(accessToken && { accessToken }) } },
        // A person who has the payments page open detects the change.
        marks: { ...marks, 'asaas.accessToken': newMark() },
      };
    }, scope),
};
