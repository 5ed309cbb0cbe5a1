/**
 * Collects the first screen before anything is drawn. A page drawn piece by piece as its parts arrive is drawn several
 * times, jumps, and is delayed by React after each of its skeletons.
 */
import type { Atom } from 'jotai';
import { matchPath } from 'react-router-dom';
import {
  appBackground,
  appMenu,
  appNotice,
  appRoute,
  appTopbar,
  currentSession,
  hostSide,
  type Item,
  type LazyPart,
} from '@balcao/sdk/client';
import type { PointRef } from '@balcao/sdk/contract';
import { isDeferred } from '../shell/deferred.ts';
import { waitingAtom } from './boot.ts';
import { firstAnswers } from './first-queries.ts';
import { hostPageAt, LoginPage } from './pages.ts';
import { settledAtom } from './plugin-loader.ts';

const { awaitedTexts, shownAtom, statusAtom, store } = hostSide;

/**
 * Longest wait for the parts of the shell, in milliseconds; the static frame of the page's HTML is shown until then.
 */
const shellPatience = 1_500;
/** Longest time, in milliseconds, that a complete shell waits for the page inside it. */
const pagePatience = 300;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function until<T>(atom: Atom<T>, holds: (value: T) => boolean): Promise<void> {
  if (holds(store.get(atom))) return Promise.resolve();
  return new Promise((resolve) => {
    const end = store.sub(atom, () => {
      if (!holds(store.get(atom))) return;
      end();
      resolve();
    });
  });
}

type Lazy = Partial<LazyPart<object>>;
const shown = <T>({ id }: PointRef<T>): readonly Item<T>[] => (store.get(shownAtom).get(id) ?? []) as Item<T>[];

/** Returns the loads of a part's code and texts. A part in its plugin's entry came with the texts that it names. */
const comesWithTexts = ({ plugin }: Item<object>, component: unknown): readonly (Promise<unknown> | undefined)[] => {
  const part = component as Lazy | undefined;
  const code = part?.preload?.();
  return part?.isInEntry?.() ? [code] : [code, awaitedTexts(plugin)];
};

/** Returns the loads of code and texts of the parts around the page, which mount with it. */
function partsOfShell(): readonly (Promise<unknown> | undefined)[] {
  const session = currentSession();
  if (!session) return [];
  const badges = shown(appMenu).filter(({ badge }) => badge !== undefined);
  const timely = [...shown(appNotice), ...shown(appBackground)].filter((item) => !isDeferred(item, session));
  return [
    ...badges.flatMap((item) => comesWithTexts(item, item.badge)),
    ...[...shown(appTopbar), ...timely].flatMap((item) => comesWithTexts(item, item.component)),
  ];
}

function partsOfPage(): readonly (Promise<unknown> | undefined)[] {
  const isSignedIn = store.get(statusAtom) === 'signed-in';
  const route = shown(appRoute).find(
    (item) => (isSignedIn || item.public === true) && matchPath(item.path, location.pathname),
  );
  if (route) return [...comesWithTexts(route, route.component), firstAnswers()];
  const own = hostPageAt(location.pathname, isSignedIn);
  // People who are not signed in are redirected there.
  return [(own ?? (isSignedIn ? undefined : LoginPage))?.preload()];
}

async function shell(): Promise<void> {
  await until(statusAtom, (status) => status !== 'unknown');
  // A public page of the host needs no plugin.
  if (store.get(statusAtom) !== 'signed-in' && hostPageAt(location.pathname, false)) return;
  await until(settledAtom, (isSettled) => isSettled);
}

/** Resolves when the first screen can be drawn completely, or when waiting longer would be worse than a skeleton. */
export async function firstScreen(): Promise<void> {
  await Promise.race([shell(), until(waitingAtom, (isWaiting) => isWaiting), pause(shellPatience)]);
  await Promise.race([Promise.allSettled([...partsOfPage(), ...partsOfShell()]), pause(pagePatience)]);
}
