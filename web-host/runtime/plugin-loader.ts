/** Fetches the browser parts of the company's enabled plugins, each separately, and follows plugin switches. */
import { atom } from 'jotai';
import { api, hostSide, translate } from '@balcao/sdk/client';
import { startPage } from './first-queries.ts';
import { runFromFile, type RunEntry } from './start-file.ts';
import { cancelWhenNotTyping, whenNotTyping } from './when-not-typing.ts';

const {
  store,
  registerStart,
  modulesAtom,
  register,
  registeredAtom,
  claimPageComposition,
  unregister,
  reportFailure,
  trackBusy,
} = hostSide;

export interface PluginEntry {
  id: string;
  version: string;
  /** Address of the module. */
  entry: string;
  /** Address, without language and extension, of the file that holds the entry together with those of other plugins. */
  start?: string;
}
type Arrival = 'loading' | 'ready' | 'late' | 'failed';
interface Loading {
  readonly entry: PluginEntry;
  readonly arrival: Arrival;
  /** Distinguishes a retry from the attempt before it; becomes part of its address. */
  readonly attempt: number;
}

const loadingAtom = atom<ReadonlyMap<string, Loading>>(new Map());
const listedAtom = atom(false);

/** True once every enabled plugin has loaded, failed or timed out: from then on an unknown path is not found. */
export const settledAtom = atom(
  (get) => get(listedAtom) && [...get(loadingAtom).values()].every(({ arrival }) => arrival !== 'loading'),
);
/** Ids of the plugins that could not be loaded. */
export const missingAtom = atom((get) =>
  [...get(loadingAtom)].filter(([, { arrival }]) => arrival === 'failed' || arrival === 'late').map(([id]) => id),
);
/** The plugin that was last switched off while its page was open. */
export const switchedOffAtom = atom<{ id: string; name: string } | undefined>(undefined);

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}
/** Returns how long the page waits for a plugin before it counts as late, in milliseconds. */
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

/** Returns whether this attempt is current: not switched off, not replaced by a retry. */
const isCurrent = (id: string, attempt: number): boolean => store.get(loadingAtom).get(id)?.attempt === attempt;

/** Entries that have run, by address: a plugin switched on again reuses its module, as its lazily loaded pages do. */
const ran = new Map<string, RunEntry>();

async function fetchEntry({ id, entry, start }: PluginEntry, attempt: number): Promise<RunEntry> {
  const before = attempt === 0 ? ran.get(entry) : undefined;
  if (before) return before;
  const inFile = attempt === 0 && start !== undefined ? await runFromFile(start, id, entry) : undefined;
  // Browsers cache a failed module fetch; a fragment forces a new request under the same integrity.
  const address = attempt === 0 ? entry : `${entry}#${attempt}`;
  const module = inFile ?? ((await import(/* @vite-ignore */ address)) as RunEntry);
  ran.set(entry, module);
  registerStart(entry, module);
  return module;
}

async function load(entry: PluginEntry, attempt: number): Promise<void> {
  const { id } = entry;
  note(id, () => ({ entry, attempt, arrival: 'loading' }));
  const limit = setTimeout(() => {
    arrive(id, attempt, 'late');
    reportFailure(id, 'late');
  }, patience());
  let phase: 'import' | 'setup' = 'import';
  try {
    const module = await fetchEntry(entry, attempt);
    if (!isCurrent(id, attempt)) return;
    phase = 'setup';
    await register(id, module.default, module.firstTexts, startPage);
    if (!isCurrent(id, attempt)) return unregister(id);
    arrive(id, attempt, 'ready');
  } catch (error) {
    console.error(`[${id}] browser part failed to load`, error);
    arrive(id, attempt, 'failed');
    reportFailure(id, phase, error);
  } finally {
    clearTimeout(limit);
  }
}

const turnOn = (entry: PluginEntry): void => {
  store.set(modulesAtom, (on) => (on.has(entry.id) ? on : new Set([...on, entry.id])));
  const before = store.get(loadingAtom).get(entry.id);
  if (before?.entry.entry === entry.entry && before.arrival !== 'failed') return cancelWhenNotTyping(entry.id);
  // Another version is already shown: text being typed into it must not be lost by the replacement.
  if (before?.arrival === 'ready') return whenNotTyping(entry.id, () => begin(entry));
  begin(entry);
};

const begin = (entry: PluginEntry): void => {
  const attempt = store.get(loadingAtom).get(entry.id)?.attempt;
  void trackBusy(load(entry, attempt === undefined ? 0 : attempt + 1));
};

function turnOff(id: string): void {
  cancelWhenNotTyping(id);
  const title = store.get(registeredAtom).get(id)?.title;
  if (title !== undefined) store.set(switchedOffAtom, { id, name: translate(id, title) });
  store.set(modulesAtom, (on) => new Set([...on].filter((other) => other !== id)));
  note(id, () => undefined);
  unregister(id);
}

/** Number of the newest list request and of the list applied last; an older response is discarded. */
let asked = 0;
let followed = 0;
/** Requests without a response yet. */
const awaited = new Set<number>();

async function fetchList(path: string): Promise<void> {
  const turn = (asked += 1);
  awaited.add(turn);
  const entries = await api.get<PluginEntry[]>(path).finally(() => awaited.delete(turn));
  if (turn < followed) return;
  followed = turn;
  applyList(entries);
}

/** Applies the list that came with the session, if any, and saves the first request. */
export function applySessionPlugins(): boolean {
  const given = claimPageComposition();
  if (!given) return false;
  followed = asked += 1;
  applyList(given.plugins);
  return true;
}

/** Brings the page in line with the enabled plugins: fetches new ones, removes those that are gone. */
export const syncPlugins = (): Promise<void> => fetchList('/platform/plugins');

function applyList(entries: readonly PluginEntry[]): void {
  const on = new Set(entries.map(({ id }) => id));
  for (const id of store.get(loadingAtom).keys()) if (!on.has(id)) turnOff(id);
  // Their combined file would contain plugins that are loaded already.
  const isFirst = store.get(loadingAtom).size === 0;
  for (const entry of entries) turnOn(isFirst ? entry : { ...entry, start: undefined });
  store.set(listedAtom, true);
}

/** A switch message of the server about one plugin. */
export interface Switched {
  plugin?: string;
  on?: boolean;
  /** Entry of a plugin that is on; null: it has no browser part. Absent: the list has to be fetched. */
  entry?: PluginEntry | null;
}

/** Applies one switch from its message. Returns false when the list must be fetched. */
export function applySwitch({ plugin, on, entry }: Switched): boolean {
  // A list that is being fetched may be older than this switch.
  if (plugin === undefined || on === undefined || awaited.size > 0 || !store.get(listedAtom)) return false;
  if (on && entry === undefined) return false;
  if (on && entry) turnOn(entry);
  if (!on && store.get(loadingAtom).has(plugin)) turnOff(plugin);
  return true;
}

/** Milliseconds until the list of public plugins is requested again after a failure. */
const listRetry = 3000;

/**
 * Loads plugins for a person who is not signed in: only plugins with public pages are listed. Retries the list until it
 * arrives or another one is requested; the login page does not wait for it.
 */
export async function loadPublicPlugins(): Promise<void> {
  for (;;) {
    const turn = asked + 1;
    const isListed = await fetchList('/platform/public-plugins').then(
      () => true,
      () => false,
    );
    if (followed <= turn) store.set(listedAtom, true);
    if (isListed) return;
    await new Promise((resolve) => setTimeout(resolve, listRetry));
    if (asked !== turn) return;
  }
}

/** Removes all plugins because the person changed or signed out. */
export function removePlugins(): void {
  followed = asked += 1;
  awaited.clear();
  for (const id of store.get(loadingAtom).keys()) {
    cancelWhenNotTyping(id);
    note(id, () => undefined);
    unregister(id);
  }
  store.set(modulesAtom, new Set<string>());
  store.set(listedAtom, false);
}

/** Fetches again what could not be loaded. */
export function retryPlugins(): void {
  for (const id of store.get(missingAtom)) {
    const loading = store.get(loadingAtom).get(id);
    if (loading) void load(loading.entry, loading.attempt + 1);
  }
}
