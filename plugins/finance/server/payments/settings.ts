import { AppError, invalid, type Scope } from '@balcao/sdk/server';
import { paymentProvider, type PaymentProvider, type PaymentSettings } from '../../contract.ts';

/** Which provider the platform is paid through, and what each is given. Kept as one secret of the installation. */
export interface PaymentSetup {
  provider: string;
  settings: Record<string, Record<string, string>>;
}

const name = 'payments';

export const readSetup = async (scope: Scope): Promise<PaymentSetup> => {
  const stored = await scope.secrets.get(name);
  return stored === undefined ? { provider: 'static', settings: {} } : (JSON.parse(stored) as PaymentSetup);
};
export const writeSetup = (setup: PaymentSetup, scope: Scope): Promise<void> =>
  scope.secrets.set(name, JSON.stringify(setup));

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
