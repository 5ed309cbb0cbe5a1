/** Fetches the browser parts of what is on for the company, each on its own, and keeps up with switches. */
import { atom } from 'jotai';
import { api, hostSide, translate } from '@balcao/sdk/client';
import { startPage } from './first-queries.ts';
import { runFromFile, type RunEntry } from './start-file.ts';
import { dropIdleHands, whenIdleHands } from './when-idle-hands.ts';

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
  /** Of the file that holds it with the entries of other plugins, without language and ending. */
  start?: string;
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

/** Entries that ran, by address: one that comes on again is the same, as its pages in the browser's memory are. */
const ran = new Map<string, RunEntry>();

async function fetchEntry({ id, entry, start }: PluginEntry, attempt: number): Promise<RunEntry> {
  const before = attempt === 0 ? ran.get(entry) : undefined;
  if (before) return before;
  const inFile = attempt === 0 && start !== undefined ? await runFromFile(start, id, entry) : undefined;
  // A browser remembers a failed fetch; a fragment makes it ask again, still under the entry's integrity.
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
  let place: 'import' | 'setup' = 'import';
  try {
    const module = await fetchEntry(entry, attempt);
    if (!stands(id, attempt)) return;
    place = 'setup';
    await register(id, module.default, module.firstTexts, startPage);
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
  void trackBusy(load(entry, attempt === undefined ? 0 : attempt + 1));
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
/** Those that did not come yet. */
const awaited = new Set<number>();

async function followList(path: string): Promise<void> {
  const turn = (asked += 1);
  awaited.add(turn);
  const entries = await api.get<PluginEntry[]>(path).finally(() => awaited.delete(turn));
  if (turn < followed) return;
  followed = turn;
  follow(entries);
}

/** What came along with the session, when it did: the first list is not asked for apart. */
export function followGivenPlugins(): boolean {
  const given = claimPageComposition();
  if (!given) return false;
  followed = asked += 1;
  follow(given.plugins);
  return true;
}

/** Brings the page in line with what is on: fetches what is new, takes away what is gone. */
export const followPlugins = (): Promise<void> => followList('/platform/plugins');

function follow(entries: readonly PluginEntry[]): void {
  const on = new Set(entries.map(({ id }) => id));
  for (const id of store.get(loadingAtom).keys()) if (!on.has(id)) turnOff(id);
  // Their file would bring along again what is here already.
  const isFirst = store.get(loadingAtom).size === 0;
  for (const entry of entries) turnOn(isFirst ? entry : { ...entry, start: undefined });
  store.set(listedAtom, true);
}

/** What the server tells of one plugin that was switched. */
export interface Switched {
  plugin?: string;
  on?: boolean;
  /** Of a plugin that is on; null: it has no browser part. Absent: only the list says. */
  entry?: PluginEntry | null;
}

/** Follows one switch by what was told of it. False: the list must be asked for. */
export function followSwitch({ plugin, on, entry }: Switched): boolean {
  // A list that is under way may be older than this switch.
  if (plugin === undefined || on === undefined || awaited.size > 0 || !store.get(listedAtom)) return false;
  if (on && entry === undefined) return false;
  if (on && entry) turnOn(entry);
  if (!on && store.get(loadingAtom).has(plugin)) turnOff(plugin);
  return true;
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
  awaited.clear();
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
