/** Fetches the browser parts of what is on for the company, each on its own, and keeps up with switches. */
import { atom } from 'jotai';
import { api, hostSide, translate, type ClientPlugin, type Language, type Texts } from '@balcao/sdk/client';
import { dropIdleHands, whenIdleHands } from './when-idle-hands.ts';

const { store, modulesAtom, register, registeredAtom, unregister, reportFailure, whileBusy } = hostSide;

export interface PluginEntry {
  id: string;
  version: string;
  /** Address of the module. */
  entry: string;
}
interface BuiltEntry {
  default: ClientPlugin;
  /** Texts that the entry itself names; the build puts them in, the development server does not. */
  firstTexts?: Record<Language, Texts>;
}
type Arrival = 'loading' | 'ready' | 'late' | 'failed';
interface Loading {
  readonly entry: PluginEntry;
  readonly arrival: Arrival;
  /** Tells a retry from the attempt before it, and ends in its address. */
  readonly attempt: number;
}

const loadingAtom = atom<ReadonlyMap<string, Loading>>(new Map());
const listedAtom = atom(false);

/** True once every plugin that is on has arrived, failed or run out of time: from then on an unknown path is one. */
export const settledAtom = atom(
  (get) => get(listedAtom) && [...get(loadingAtom).values()].every(({ arrival }) => arrival !== 'loading'),
);
/** Ids of the plugins that did not arrive. */
export const missingAtom = atom((get) =>
  [...get(loadingAtom)].filter(([, { arrival }]) => arrival === 'failed' || arrival === 'late').map(([id]) => id),
);
/** The plugin that was last switched off under the reader's eyes. */
export const switchedOffAtom = atom<{ id: string; name: string } | undefined>(undefined);

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}
/** How long the page waits for a plugin before it counts as late, in milliseconds. */
function patience(): number {
  const { connection } = navigator as { connection?: Connection };
  const slow = connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
  return slow ? 10_000 : 3000;
}

const note = (id: string, change: (before: Loading | undefined) => Loading | undefined): void =>
  store.set(loadingAtom, (all) => {
    const next = new Map(all);
    const loading = change(all.get(id));
    if (loading) next.set(id, loading);
    else next.delete(id);
    return next;
  });

const arrive = (id: string, attempt: number, arrival: Arrival): void =>
  note(id, (before) => (before?.attempt === attempt ? { ...before, arrival } : before));

/** Whether this attempt still counts: not switched off, not replaced by a retry. */
const stands = (id: string, attempt: number): boolean => store.get(loadingAtom).get(id)?.attempt === attempt;

async function load(entry: PluginEntry, attempt: number): Promise<void> {
  const { id } = entry;
  note(id, () => ({ entry, attempt, arrival: 'loading' }));
  const limit = setTimeout(() => {
    arrive(id, attempt, 'late');
    reportFailure(id, 'late');
  }, patience());
  let place: 'import' | 'setup' = 'import';
  try {
    // A browser remembers a failed fetch; a fragment makes it ask again, still under the entry's integrity.
    const address = attempt === 0 ? entry.entry : `${entry.entry}#${attempt}`;
    const module = (await import(/* @vite-ignore */ address)) as BuiltEntry;
    if (!stands(id, attempt)) return;
    place = 'setup';
    await register(id, module.default, module.firstTexts);
    if (!stands(id, attempt)) return unregister(id);
    arrive(id, attempt, 'ready');
  } catch (error) {
    console.error(`[${id}] the browser part did not load`, error);
    arrive(id, attempt, 'failed');
    reportFailure(id, place, error);
  } finally {
    clearTimeout(limit);
  }
}

const turnOn = (entry: PluginEntry): void => {
  store.set(modulesAtom, (on) => (on.has(entry.id) ? on : new Set([...on, entry.id])));
  const before = store.get(loadingAtom).get(entry.id);
  if (before?.entry.entry === entry.entry && before.arrival !== 'failed') return dropIdleHands(entry.id);
  // Another version of what shows already: what somebody is typing into it waits for no exchange.
  if (before?.arrival === 'ready') return whenIdleHands(entry.id, () => begin(entry));
  begin(entry);
};

const begin = (entry: PluginEntry): void => {
  const attempt = store.get(loadingAtom).get(entry.id)?.attempt;
  void whileBusy(load(entry, attempt === undefined ? 0 : attempt + 1));
};

function turnOff(id: string): void {
  dropIdleHands(id);
  const title = store.get(registeredAtom).get(id)?.title;
  if (title !== undefined) store.set(switchedOffAtom, { id, name: translate(id, title) });
  store.set(modulesAtom, (on) => new Set([...on].filter((other) => other !== id)));
  note(id, () => undefined);
  unregister(id);
}

/** How many lists were asked for, and which of them was followed last: one that comes after a newer one is past. */
let asked = 0;
let followed = 0;

async function followList(path: string): Promise<void> {
  const turn = (asked += 1);
  const entries = await api.get<PluginEntry[]>(path);
  if (turn < followed) return;
  followed = turn;
  follow(entries);
}

/** Brings the page in line with what is on: fetches what is new, takes away what is gone. */
export const followPlugins = (): Promise<void> => followList('/platform/plugins');

function follow(entries: readonly PluginEntry[]): void {
  const on = new Set(entries.map(({ id }) => id));
  for (const id of store.get(loadingAtom).keys()) if (!on.has(id)) turnOff(id);
  for (const entry of entries) turnOn(entry);
  store.set(listedAtom, true);
}

/** For a page without a session, where only plugins with public pages answer. */
export async function followPublicPlugins(): Promise<void> {
  const turn = asked + 1;
  await followList('/platform/public-plugins').catch(() => undefined);
  if (followed <= turn) store.set(listedAtom, true);
}

/** Everything goes: another person, or nobody, is here now. */
export function dropPlugins(): void {
  followed = asked += 1;
  for (const id of store.get(loadingAtom).keys()) {
    dropIdleHands(id);
    note(id, () => undefined);
    unregister(id);
  }
  store.set(modulesAtom, new Set<string>());
  store.set(listedAtom, false);
}

/** Asks again for what did not arrive. */
export function retryPlugins(): void {
  for (const id of store.get(missingAtom)) {
    const loading = store.get(loadingAtom).get(id);
    if (loading) void load(loading.entry, loading.attempt + 1);
  }
}
