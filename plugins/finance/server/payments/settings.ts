import { randomBytes } from 'node:crypto';
import { AppError, invalid, mergeEdit, sql, type Scope, type SettingStore } from '@balcao/sdk/server';
import { paymentProvider, type PaymentProvider, type PaymentSettings } from '../../contract.ts';

/** Which provider the platform is paid through, and what each is given. Kept as one secret of the installation. */
export interface PaymentSetup {
  provider: string;
  settings: Record<string, Record<string, string>>;
  /** Of each secret that was set, as `{provider}.{key}`, a sign that is another one after every change. */
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
  /** In the name of the plugin whose provider it is. */
  own: Scope;
}

export const providerNamed = async (id: string, scope: Scope): Promise<Chosen | undefined> => {
  const found = scope.contributions(paymentProvider).find(({ item }) => item.id === id);
  if (!found) return undefined;
  const { settings } = await readSetup(scope);
  return { provider: found.item, settings: settings[id] ?? {}, own: found.scope };
};

/** The one in use; 409 while nobody has set it up. */
export const chosenProvider = async (scope: Scope): Promise<Chosen> => {
  const { provider } = await readSetup(scope);
  const chosen = await providerNamed(provider, scope);
  if (!chosen || missing(chosen.provider, chosen.settings).length > 0)
    throw new AppError(409, 'ERR_PAYMENTS_NOT_SET_UP');
  return chosen;
};

export const missing = ({ fields }: PaymentProvider, settings: PaymentSettings): string[] =>
  fields.filter(({ key, required }) => required && !settings[key]).map(({ key }) => key);

/** What was sent over what is kept: a secret that is left empty stays. Throws naming what is wrong. */
export const merged = (
  provider: PaymentProvider,
  before: PaymentSettings,
  sent: PaymentSettings,
): Record<string, string> => {
  const settings: Record<string, string> = {};
  for (const { key, secret } of provider.fields) {
    const value = sent[key]?.trim();
    const kept = secret && !value ? before[key] : value;
    if (kept) settings[key] = kept;
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
 * Stands for a secret in the form, which never holds the secret itself: by it two people who replace the same one are
 * told of each other. Empty: it is not set.
 */
export const markOf = ({ settings, marks }: PaymentSetup, provider: string, key: string): string =>
  settings[provider]?.[key] ? (marks?.[`${provider}.${key}`] ?? '•') : '';

/** As the form holds it: the provider, the settings of every one of them, and the marks of the edited one's secrets. */
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
  /** As the form was loaded: `provider`, and `{provider}.{key}` of every setting that is sent. */
  known?: Readonly<Record<string, unknown>> | undefined;
}

/** What is to be kept when somebody else may have saved since the form was opened. Throws naming what both changed. */
export const editedSetup = async (provider: PaymentProvider, edit: SetupEdit, scope: Scope): Promise<PaymentSetup> => {
  const { known } = edit;
  const setup = await readSetup(scope);
  const before = setup.settings[provider.id] ?? {};
  const secrets = new Set(provider.fields.flatMap(({ key, secret }) => (secret ? [key] : [])));
  // A secret that was left as it is comes back as its mark, or empty.
  const sent = Object.fromEntries(
    Object.entries(edit.settings).filter(
      ([key, value]) => !secrets.has(key) || (value.trim() !== '' && !isMark(value)),
    ),
  );
  const marks = Object.fromEntries(
    Object.keys(sent).flatMap((key) => (secrets.has(key) ? [[`${provider.id}.${key}`, newMark()]] : [])),
  );
  // Who changed what is remembered with what it became: of a secret that is its mark.
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
    // Whoever did not touch it does not take back what a colleague chose meanwhile.
    provider: 'provider' in change ? provider.id : setup.provider,
    settings: { ...setup.settings, [provider.id]: merged(provider, before, known ? { ...before, ...changed } : sent) },
    marks: { ...setup.marks, ...marks },
  };
};

/** One after the other: what is kept is one value, read and written as a whole. */
const replaceSetup = (next: (inner: Scope) => Promise<PaymentSetup>, scope: Scope): Promise<void> =>
  scope.tx(async (inner) => {
    await inner.sql.run(sql`select pg_advisory_xact_lock(hashtextextended('finance.payments', 0))`);
    await writeSetup(await next(inner), inner);
  });
export const changeSetup = (provider: PaymentProvider, edit: SetupEdit, scope: Scope): Promise<void> =>
  replaceSetup((inner) => editedSetup(provider, edit, inner), scope);

/** What the page of payments calls the access key of Asaas, under the setting's name that the specification knows. */
export const asaasKey: SettingStore = {
  id: 'asaas',
  key: 'asaas',
  read: async (scope) => (await readSetup(scope)).settings['asaas']?.['accessToken'] ?? '',
  write: (value, scope) =>
    replaceSetup(async (inner) => {
      const { provider, settings, marks } = await readSetup(inner);
      const { accessToken: _before, ...others } = settings['asaas'] ?? {};
      const accessToken = String(value).trim();
      // Nobody could pay any more.
      if (accessToken === '' && provider === 'asaas') throw invalid({ asaas: 'Required' });
      return {
        provider,
        settings: { ...settings, asaas: { ...others, ...(accessToken && { accessToken }) } },
        // Whoever has the page of payments open is told of it.
        marks: { ...marks, 'asaas.accessToken': newMark() },
      };
    }, scope),
};
