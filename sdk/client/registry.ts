/**
 * Two stores: the items that plugins registered, and the visible ones, derived by grants, toggles and `when`. Nothing
 * of a plugin's `setup` is applied until all of it has succeeded.
 */
import { atom } from 'jotai';
import { addTexts, removeTexts } from './i18n.ts';
import type { Language } from './language.ts';
import type { ClientContext, ClientHost, ClientPlugin, Contribution, Item, Texts, TextsSource } from './plugin.ts';
import { provideServices, type ProvidedService } from './services.ts';
import { sessionAtom, type Session } from './session/session.ts';
import { store } from './store.ts';

export interface Registered {
  readonly point: string;
  readonly item: Item<object>;
}
interface Registration {
  readonly items: readonly Registered[];
  readonly title: string;
  readonly teardown: () => void;
}
export interface Staged {
  readonly items: readonly Registered[];
  readonly services: readonly ProvidedService[];
  readonly texts: Record<Language, TextsSource> | undefined;
}

/** Exposed components are stored beside the items of points, so that they appear and disappear in the same way. */
export const exposedAt = (component: string): string => `exposed:${component}`;

export const registeredAtom = atom<ReadonlyMap<string, Registration>>(new Map());

/** Returns the full name of an item, `tickets.list.badge/late`; undefined if it is not registered. */
export const itemName = (item: { readonly plugin: string; readonly id: string }): string | undefined => {
  const found = store
    .get(registeredAtom)
    .get(item.plugin)
    ?.items.find((one) => one.item === item);
  return found && `${found.point}/${item.id}`;
};

/** Runs `setup` against a ledger. Throws the errors of `setup`, and for invalid items. */
export function stage(pluginId: string, client: ClientPlugin): Staged {
  const items: Registered[] = [];
  const services: ProvidedService[] = [];
  let texts: Staged['texts'];
  const add = (point: string, item: Contribution): void => {
    if (typeof item?.id !== 'string') throw new Error(`${pluginId}: an item of ${point} has no id`);
    if (items.some((other) => other.point === point && other.item.id === item.id)) {
      throw new Error(`${pluginId}: two items of ${point} are called ${item.id}`);
    }
    items.push({ point, item: Object.freeze({ ...item, plugin: pluginId }) });
  };
  const host: ClientHost = {
    locales: (given) => {
      texts = given;
    },
    add: ({ id }, item) => add(id, item),
    expose: ({ id, version }, component, shown) => {
      if (!id.startsWith(`${pluginId}.`)) throw new Error(`${pluginId}: ${id} is not its to expose`);
      add(exposedAt(id), { ...shown, id, version, component } as Contribution);
    },
    provide: (service, make) => {
      services.push({ id: service.id, make });
    },
  };
  if (client?.manifest?.id !== pluginId || typeof client.setup !== 'function') {
    throw new Error(`${pluginId}: the module's default export is not its defineClient(…)`);
  }
  client.setup(host);
  return { items, services, texts };
}

/**
 * Registers a plugin completely, or not at all. Its texts are registered before, at least those that its entry names:
 * `firstTexts`. `onStaged` receives its items while they are still loading.
 */
export async function register(
  pluginId: string,
  client: ClientPlugin,
  firstTexts?: Readonly<Partial<Record<Language, Texts>>>,
  onStaged?: (items: readonly Registered[]) => void | Promise<void>,
): Promise<void> {
  const staged = stage(pluginId, client);
  const ready = onStaged?.(staged.items);
  if (staged.texts) await addTexts(pluginId, staged.texts, firstTexts);
  if (ready) await ready;
  unregister(pluginId, true);
  const withdraw = provideServices(staged.services);
  const registration: Registration = {
    items: staged.items,
    title: client.manifest.title,
    teardown: () => withdraw(),
  };
  store.set(registeredAtom, (plugins) => new Map([...plugins, [pluginId, registration]]));
}

/** Removes everything of a plugin at once. */
export function unregister(pluginId: string, keepTexts = false): void {
  const registration = store.get(registeredAtom).get(pluginId);
  if (!registration) return;
  store.set(registeredAtom, (plugins) => new Map([...plugins].filter(([id]) => id !== pluginId)));
  registration.teardown();
  if (!keepTexts) removeTexts(pluginId);
}

export function isShown(item: Item<object>, session: Session | undefined): boolean {
  const { permission, when } = item;
  if (!session) return permission === undefined && when === undefined;
  if (permission !== undefined && !session.can(permission)) return false;
  if (!when) return true;
  const context: ClientContext = { session, isOn: (id) => session.isOn(id) };
  try {
    return when(context) === true;
  } catch (error) {
    console.error(`[${item.plugin}] when() of ${item.id} threw`, error);
    return false;
  }
}

const byOrder = (a: Item<Contribution>, b: Item<Contribution>): number =>
  (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : a.plugin < b.plugin ? -1 : 1);

/** The visible items by point. */
export const shownAtom = atom((get) => {
  const session = get(sessionAtom);
  const points = new Map<string, Item<object>[]>();
  for (const { items } of get(registeredAtom).values()) {
    for (const { point, item } of items) {
      if (isShown(item, session)) points.set(point, [...(points.get(point) ?? []), item]);
    }
  }
  for (const items of points.values()) items.sort(byOrder);
  return points;
});

/** Returns all items registered for a point, visible or not, to distinguish "not allowed" from "not there". */
export const registeredItems = (
  plugins: ReadonlyMap<string, { items: readonly Registered[] }>,
  point: string,
): Item<object>[] =>
  [...plugins.values()].flatMap(({ items }) => items.filter((one) => one.point === point).map((one) => one.item));
